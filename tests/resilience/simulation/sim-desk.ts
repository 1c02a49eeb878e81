import { parse } from 'valibot'
import { fulfilmentSteps } from '#contract/base/statuses.ts'
import { ImportRowSchema } from '#contract/vouchers/voucher-import.ts'
import { refundVoucher } from '#server/money/refund/refund-voucher.ts'
import { changeFulfilment } from '#server/orders/change-fulfilment.ts'
import { importVouchers } from '#server/vouchers/import/import-vouchers.ts'
import { takeBackImport } from '#server/vouchers/import/take-back-import.ts'
import { adjustVoucher, redeemVoucher, undoVoucherEntry } from '#server/vouchers/ledger/change-balance.ts'
import { extendVoucher } from '#server/vouchers/ledger/extend-voucher.ts'
import { generateAsOwner } from '#tests/harness/generate-as-owner.ts'
import { pressButton, SIM_OWNER } from '#tests/resilience/simulation/press-button.ts'
import type { SimRun } from '#tests/resilience/simulation/run.ts'

const MINUTE = 60_000

export interface SimPurchase {
  id: string
  kind: 'voucher' | 'order'
}

interface Voucher {
  pence: number
  /** From first to last. */
  entries: string[]
}

const VOUCHER = `
  select balance_pence as pence, array(select id from voucher_entry where voucher_id = gift_voucher.id order by position) as entries
  from gift_voucher where id = $1`

/** Plays a customer at the desk, with a voucher or to collect an order. */
export async function serveCustomer(run: SimRun, { id, kind }: SimPurchase): Promise<unknown> {
  if (kind === 'order') return changeOrder(run, id)
  const { prng } = run
  const [voucher] = await run.rows<Voucher>(VOUCHER, [id])
  const target = { voucherId: id, actor: SIM_OWNER }
  const requestId = prng.uuid()
  switch (prng.pickWeighted({ redeem: 6, adjust: 2, undo: 2, extend: 1 })) {
    case 'redeem':
      return redeem(run, id, voucher!.pence)
    case 'adjust': {
      const amount = prng.between(-2000, 2000) || 1
      const change = { requestId, amount, description: requestId, adminNotes: undefined }
      return recordAction(
        run,
        requestId,
        pressButton(run, 'adjust', (services) => adjustVoucher(services, target, change)),
      )
    }
    case 'undo': {
      const { entries } = voucher!
      const entryId = prng.chance(0.6) ? entries.at(-1)! : prng.pick(entries)
      const change = { requestId, entryId }
      return pressButton(run, 'undo', (services) => undoVoucherEntry(services, target, change))
    }
    case 'extend':
      return pressButton(run, 'extend', (services) => extendVoucher(services, target, '2028-11-30'))
  }
}

/** Redeems with a unique description, by which the judge finds the entry. */
async function redeem(run: SimRun, voucherId: string, pence: number): Promise<void> {
  const { prng } = run
  const name = prng.uuid()
  const amount = prng.chance(0.4) ? Math.max(1, pence) : prng.between(1, 6000)
  const change = { requestId: name, amount, description: name }
  await recordAction(
    run,
    name,
    pressButton(run, 'redeem', (services) =>
      redeemVoucher(services, { voucherId, actor: SIM_OWNER }, change),
    ),
  )
}

/** Issues a voucher, sometimes with two presses. The recipient's unique name lets the judge count the vouchers. */
export async function issueAtDesk(run: SimRun): Promise<void> {
  const { rarePrng, timeline } = run
  const recipientName = rarePrng.uuid()
  const change = {
    requestId: rarePrng.uuid(),
    paidBy: rarePrng.pick(['cash', 'complimentary'] as const),
    byPhone: false,
    originalAmount: rarePrng.between(10, 100) * 100,
    recipientName,
    recipientEmail: 'recipient@example.com',
    ...giver(run, recipientName),
    personalMessage: undefined,
    customVoucherCode: undefined,
    ...(run.prngFor(`print ${recipientName}`).chance(0.3) && { deliverTo: 'print' as const }),
  }
  const issue = () => pressButton(run, 'issue', (services) => generateAsOwner(services, SIM_OWNER, change))
  if (rarePrng.chance(0.5)) timeline.start(issue)
  await recordAction(run, recipientName, issue())
  await serveDeskCustomer(run, recipientName)
}

/** Some buyers leave their address, for a copy by email. */
function giver(run: SimRun, recipientName: string) {
  const isKnown = run.prngFor(`giver ${recipientName}`).chance(0.5)
  return isKnown
    ? { buyerName: 'Giver', buyerEmail: 'giver@example.com' }
    : { buyerName: undefined, buyerEmail: undefined }
}

/** Brings in a voucher, sometimes with two presses. Later it is used, or taken back with its import, or both at once. */
export async function importAtDesk(run: SimRun, importId: string): Promise<void> {
  const { timeline } = run
  const prng = run.prngFor(`import ${importId}`)
  const row = parse(ImportRowSchema, { code: importId.slice(0, 18), balance: `${prng.between(5, 50)}.50` })
  const wanted = { importId, dryRun: false, rows: [row] }
  const bringIn = () => pressButton(run, 'import', (services) => importVouchers(services, wanted, SIM_OWNER))
  if (prng.chance(0.5)) timeline.start(bringIn)
  await recordAction(run, importId, bringIn())
  const [voucher] = await run.rows<{ id: string }>('select id from gift_voucher where import_id = $1', [
    importId,
  ])
  if (!voucher) return
  const spread = prng.pick([0, 1500, MINUTE])
  const name = prng.uuid()
  const used = { requestId: name, amount: 250, description: name }
  const target = { voucherId: voucher.id, actor: SIM_OWNER }
  timeline.after(prng.between(0, spread), () =>
    timeline.start(() =>
      recordAction(
        run,
        name,
        pressButton(run, 'redeem', (services) => redeemVoucher(services, target, used)),
      ),
    ),
  )
  timeline.after(prng.between(0, spread), () =>
    timeline.start(() =>
      pressButton(run, 'take back', (services) => takeBackImport(services, importId, SIM_OWNER)),
    ),
  )
}

/** Adds goodwill to a voucher issued at the desk, redeems a part and refunds it, in any order or at once. */
async function serveDeskCustomer(run: SimRun, recipientName: string): Promise<void> {
  const { timeline } = run
  const prng = run.prngFor(`desk ${recipientName}`)
  const [voucher] = await run.rows<{ id: string }>('select id from gift_voucher where recipient_name = $1', [
    recipientName,
  ])
  if (!voucher) return
  const target = { voucherId: voucher.id, actor: SIM_OWNER }
  const [name, other, requestId] = [prng.uuid(), prng.uuid(), prng.uuid()]
  const added = { requestId: name, amount: prng.between(1, 5000), description: name, adminNotes: undefined }
  const used = { requestId: other, amount: prng.between(1, 3000), description: other }
  const spread = prng.pick([0, 1500, MINUTE])
  const later = (act: () => Promise<unknown>) =>
    timeline.after(prng.between(0, spread), () => timeline.start(act))
  later(() =>
    recordAction(
      run,
      name,
      pressButton(run, 'add goodwill', (services) => adjustVoucher(services, target, added)),
    ),
  )
  later(() =>
    recordAction(
      run,
      other,
      pressButton(run, 'redeem', (services) => redeemVoucher(services, target, used)),
    ),
  )
  later(() =>
    pressButton(run, 'refund at the desk', (services) =>
      refundVoucher(services, voucher.id, SIM_OWNER, { requestId }),
    ),
  )
}

async function recordAction({ deskActions }: SimRun, name: string, done: Promise<boolean>): Promise<void> {
  deskActions.set(name, await done)
}

function changeOrder(run: SimRun, orderId: string): Promise<unknown> {
  const fulfilment = run.prng.pick(Object.values(fulfilmentSteps).flat())
  return pressButton(run, `take order to ${fulfilment}`, (services) =>
    changeFulfilment(services, { orderId, fulfilment, actor: SIM_OWNER }),
  )
}
