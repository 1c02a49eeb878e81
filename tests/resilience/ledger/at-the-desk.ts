import { deepStrictEqual } from 'node:assert'
import { randomUUID } from 'node:crypto'
import type { VoucherDetail } from '../../../src/contract/admin-vouchers.ts'
import { EXTEND_YEARS } from '../../../src/contract/voucher-changes.ts'
import { refundVoucher } from '../../../src/server/refunds/refund-voucher.ts'
import {
  adjustVoucher,
  redeemVoucher,
  undoVoucherEntry,
  type VoucherChange as Target,
} from '../../../src/server/vouchers/change-balance.ts'
import { extendVoucher } from '../../../src/server/vouchers/extend-voucher.ts'
import { answerOf, type Game, look, type Move, type Owned, pick, type Result } from './model-run.ts'
import { ACTOR, endOf } from './issue.ts'
import * as model from './model.ts'
import type { Amount } from './steps.ts'

export const redeem: Move<'redeem'> = (game, { voucher, amount }) => {
  const of = pick(game.vouchers, voucher)!
  const pence = penceOf(amount, of.must.balance)
  return change(
    game,
    of,
    (now) => model.redeem(of.must, now, pence),
    (target, requestId, otherwise) =>
      redeemVoucher(game.world.services, target, {
        requestId,
        amount: pence + otherwise,
        description: undefined,
      }),
  )
}

export const adjust: Move<'adjust'> = (game, { voucher, by }) => {
  const of = pick(game.vouchers, voucher)!
  return change(
    game,
    of,
    (now) => model.adjust(of.must, now, by),
    (target, requestId, otherwise) =>
      adjustVoucher(game.world.services, target, {
        requestId,
        amount: by + otherwise,
        description: 'A correction',
        adminNotes: undefined,
      }),
  )
}

export const undo: Move<'undo'> = (game, { voucher, entry, any }) => {
  const of = pick(game.vouchers, voucher)!
  const { entries } = of.must
  const undoable = entries.filter((one) => model.mayUndo(of.must, one, game.world.clock.now()))
  const nth = entries.indexOf(pick(any || undoable.length === 0 ? entries : undoable, entry)!)
  const entryId = of.entryIds[nth]!
  return change(
    game,
    of,
    (now) => model.undo(of.must, now, nth),
    (target, requestId, otherwise) =>
      undoVoucherEntry(game.world.services, target, {
        requestId,
        entryId: otherwise ? randomUUID() : entryId,
      }),
  )
}

type Ask<Answer> = (target: Target, requestId: string, otherwise: 0 | 1) => Promise<Answer>

async function change(
  game: Game,
  of: Owned,
  judge: (now: Date) => model.Refusal | undefined,
  ask: Ask<VoucherDetail & { entry: { id: string } }>,
): Promise<Result> {
  const requestId = randomUUID()
  const target = { voucherId: of.id, actor: ACTOR }
  const refusal = judge(game.world.clock.now())
  const answer = await answerOf(ask(target, requestId, 0))
  if (typeof answer === 'string') {
    deepStrictEqual(answer, refusal)
    await look(game, of)
    return 'refused'
  }
  deepStrictEqual('accepted', refusal ?? 'accepted')
  await look(game, of, answer)
  game.changes.push({
    of,
    ask: async (otherwise) => (await ask(target, requestId, otherwise ? 1 : 0)).entry,
    must: (otherwise) => (otherwise ? 'request_reused' : answer.entry.id),
  })
  return doneTo(of)
}

export function penceOf(amount: Amount, all: number): number {
  switch (amount) {
    case 'all':
      return all || 1
    case 'half':
      return Math.ceil(all / 2) || 1
    case 'a penny too much':
      return all + 1
    default:
      return amount
  }
}

export const openRefundDialog: Move<'open refund dialog'> = async (game, { voucher }) => {
  const of = pick(game.vouchers, voucher)!
  of.shownInDialog = model.refundable(of.must)
  return 'done'
}

export const refund: Move<'refund'> = async (game, { voucher, inOpenDialog }) => {
  const of = pick(game.vouchers, voucher)!
  const requestId = randomUUID()
  const confirmed = inOpenDialog ? of.shownInDialog : undefined
  const refusal = model.refund(of.must, game.world.clock.now(), confirmed)
  const ask = () => refundVoucher(game.world.services, of.id, ACTOR, { requestId, expectedPence: confirmed })
  const answer = await answerOf(ask())
  deepStrictEqual(typeof answer === 'string' ? answer : undefined, refusal)
  await look(game, of)
  if (typeof answer === 'string') return 'refused'
  const made = of.intentId && of.must.refunds.at(-1)
  game.changes.push({
    of,
    ask: async () => ({ id: shares(await ask()) }),
    must: () => (made && made.state === 'failed' ? 'not_active' : shares(answer)),
  })
  return 'done'
}

const shares = ({ refundedPence, cancelledPence }: { refundedPence: number; cancelledPence: number }) =>
  `${refundedPence} back, ${cancelledPence} cancelled`

export const askAgain: Move<'ask again'> = async (game, { change, otherwise }) => {
  const made = pick(game.changes, change)
  if (!made) return 'impossible'
  const answer = await answerOf(made.ask(otherwise))
  deepStrictEqual(typeof answer === 'string' ? answer : answer.id, made.must(otherwise))
  await look(game, made.of)
  return 'done'
}

const DAY = 86_400_000
const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10)

/** For four hundred days more than it is good for, or than today. */
export const extend: Move<'extend'> = async (game, { voucher }) => {
  const of = pick(game.vouchers, voucher)!
  const now = game.world.clock.now()
  const day = dayOf(Math.max(of.must.until.getTime(), now.getTime()) + 400 * DAY)
  const latest = new Date(now)
  latest.setUTCFullYear(now.getUTCFullYear() + EXTEND_YEARS)
  const refusal = day > dayOf(latest.getTime()) ? 'invalid_request' : model.extend(of.must)
  const answer = await answerOf(extendVoucher(game.world.services, { voucherId: of.id, actor: ACTOR }, day))
  deepStrictEqual(typeof answer === 'string' ? answer : undefined, refusal)
  if (typeof answer !== 'string') of.must.until = await endOf(game.world, of.id)
  await look(game, of)
  return typeof answer === 'string' ? 'refused' : doneTo(of)
}

/** Whether the books had to take back what the step put on. */
const doneTo = ({ must: { entries } }: Owned): Result =>
  entries.at(-1)?.cap ? 'done, capped by its money' : 'done'
