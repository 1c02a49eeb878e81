import { fulfilmentSteps } from '../../../src/contract/admin-orders.ts'
import { changeFulfilment } from '../../../src/server/orders/change-fulfilment.ts'
import {
  adjustVoucher,
  redeemVoucher,
  undoVoucherEntry,
} from '../../../src/server/vouchers/change-balance.ts'
import { extendVoucher } from '../../../src/server/vouchers/extend-voucher.ts'
import { generateVoucher } from '../../../src/server/vouchers/generate-voucher.ts'
import { OWNER, press } from './press-button.ts'
import type { Run } from './run.ts'

export interface Bought {
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

/** Somebody comes with what they bought or were given. */
export async function serveAtDesk(run: Run, { id, kind }: Bought): Promise<unknown> {
  if (kind === 'order') return handOver(run, id)
  const { chance } = run
  const [voucher] = await run.rows<Voucher>(VOUCHER, [id])
  const target = { voucherId: id, actor: OWNER }
  const requestId = chance.uuid()
  switch (chance.weigh({ redeem: 6, adjust: 2, undo: 2, extend: 1 })) {
    case 'redeem':
      return redeem(run, id, voucher!.pence)
    case 'adjust': {
      const amount = chance.between(-2000, 2000) || 1
      const asked = { requestId, amount, description: requestId, adminNotes: undefined }
      return note(
        run,
        requestId,
        press(run, 'adjust', (services) => adjustVoucher(services, target, asked)),
      )
    }
    case 'undo': {
      const { entries } = voucher!
      const entryId = chance.hits(0.6) ? entries.at(-1)! : chance.pick(entries)
      const asked = { requestId, entryId }
      return press(run, 'undo', (services) => undoVoucherEntry(services, target, asked))
    }
    case 'extend':
      return press(run, 'extend', (services) => extendVoucher(services, target, '2028-11-30'))
  }
}

/** The entry bears a name, by which it is found again. */
async function redeem(run: Run, voucherId: string, pence: number): Promise<void> {
  const { chance } = run
  const name = chance.uuid()
  const amount = chance.hits(0.4) ? Math.max(1, pence) : chance.between(1, 6000)
  const asked = { requestId: name, amount, description: name }
  await note(
    run,
    name,
    press(run, 'redeem', (services) => redeemVoucher(services, { voucherId, actor: OWNER }, asked)),
  )
}

/** One confirmed press is one entry of the ledger, however often it arrives. The recipient bears a name. */
export async function issueAtDesk(run: Run): Promise<void> {
  const { seldom, timeline } = run
  const recipientName = seldom.uuid()
  const asked = {
    requestId: seldom.uuid(),
    paidBy: seldom.pick(['cash', 'complimentary'] as const),
    originalAmount: seldom.between(10, 100) * 100,
    recipientName,
    recipientEmail: 'recipient@example.com',
    buyerName: undefined,
    buyerEmail: undefined,
    personalMessage: undefined,
    customVoucherCode: undefined,
  }
  const issue = () => press(run, 'issue', (services) => generateVoucher(services, OWNER, asked))
  if (seldom.hits(0.5)) timeline.begin(issue)
  await note(run, recipientName, issue())
}

async function note({ pressed }: Run, name: string, done: Promise<boolean>): Promise<void> {
  pressed.set(name, await done)
}

function handOver(run: Run, orderId: string): Promise<unknown> {
  const fulfilment = run.chance.pick(Object.values(fulfilmentSteps).flat())
  return press(run, `take order to ${fulfilment}`, (services) =>
    changeFulfilment(services, { orderId, fulfilment, actor: OWNER }),
  )
}
