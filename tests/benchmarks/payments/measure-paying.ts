import { build } from '../build.ts'
import type { Measured } from '../measured.ts'
import { progress } from '../say.ts'
import { measureSoak } from '../soak/soak.ts'
import { soakTable, soakTargets } from '../soak/soak-table.ts'
import { measurePayments } from './payments.ts'
import { paymentTable, paymentTargets } from './payment-table.ts'

/** The money path alone: many callers at once, and then so many purchases in one life. */
export async function measurePaying(purchases: number): Promise<Measured> {
  progress('Building pages and functions')
  const { functions } = await build()
  return await measurePayingWith(functions, purchases)
}

export async function measurePayingWith(functions: string, purchases: number): Promise<Measured> {
  progress('Starting and settling payments, by one caller and by fifty at once')
  const payments = await measurePayments(functions)
  progress(`${purchases} purchases with faults`)
  const soak = await measureSoak(functions, purchases)
  return {
    targets: [...paymentTargets(payments), ...soakTargets(soak)],
    tables: [paymentTable(payments), soakTable(soak)],
    figures: { payments, soak },
  }
}
