import { getStats } from '#server/reports/stats'
import { systemClock as clock } from '#server/clients/clock'
import { rounded } from '../median.ts'
import { explainingDb } from './explaining.ts'

/** Milliseconds that the database takes for the figures of the Overview. */
export async function measureStats(url: string): Promise<number> {
  const { db, spentMs } = explainingDb(url)
  await getStats({ db, clock })
  return rounded(spentMs())
}
