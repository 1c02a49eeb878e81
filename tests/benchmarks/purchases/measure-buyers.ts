import { build } from '../build.ts'
import type { Measured } from '../measured.ts'
import { progress } from '../say.ts'
import { measurePurchases } from './purchases.ts'
import { purchaseTable, purchaseTargets } from './purchase-table.ts'

/** The part that is asked for by name, because it takes a minute for itself. */
export async function measureBuyers(count: number): Promise<Measured> {
  progress('Building pages and functions')
  const built = await build()
  progress(`Starting a stack, and ${count} purchases within a minute`)
  const figures = await measurePurchases(built, count)
  const { purchases: _, ...rest } = figures
  return { targets: purchaseTargets(figures), tables: [purchaseTable(figures)], figures: { purchases: rest } }
}
