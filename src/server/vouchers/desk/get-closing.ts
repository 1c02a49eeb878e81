import { sql, type InferResult } from 'kysely'
import { formatPounds, type Pence } from '#contract/base/money.ts'
import { londonDay } from '#contract/base/send-date.ts'
import { CLOSING_ENTRIES_MAX, type Closing, type closingMoves } from '#contract/vouchers/closing.ts'
import { ownersOnly, type Viewer } from '#server/auth/rules/owners-only.ts'
import type { Services } from '#server/clients/services.ts'
import { isWithinDays } from '#server/db/day-range.ts'
import { query } from '#server/db/db.ts'

type Move = InferResult<ReturnType<typeof selectMoves>>[number]
type Figures = Closing['total']

/**
 * Returns what was sold, given and paid back at the desk on a day in London (default: today), by whom, from the ledger. Staff
 * see what they did themselves, today.
 */
export async function getClosing(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  { id: adminId, role }: Viewer,
  day = londonDay(clock.now()),
): Promise<Closing> {
  if (role === 'staff' && day !== londonDay(clock.now()))
    throw await ownersOnly(db, 'Only an owner can see another day')
  const all = await db.run(selectMoves(day))
  const moves = role === 'owner' ? all : all.filter(({ actor }) => actor === adminId)
  const actors = [...Map.groupBy(moves, ({ actor }) => actor).values()]
  const people = actors.map((own) => ({
    by: labelOf(own[0]!),
    isOwn: own[0]!.actor === adminId,
    ...figuresOf(own),
  }))
  return {
    day,
    total: figuresOf(moves),
    people: people.toSorted(
      (one, other) => Number(other.isOwn) - Number(one.isOwn) || one.by.localeCompare(other.by),
    ),
    entries: moves
      .slice(0, CLOSING_ENTRIES_MAX)
      .map(({ at, what, paidBy, pence, voucherId, codeEnd, ...by }) => ({
        at: at.toISOString(),
        what,
        paidBy,
        amount: formatPounds(pence),
        by: labelOf(by),
        voucherId,
        codeEnd,
      })),
  }
}

const labelOf = ({ name }: Pick<Move, 'name'>): string => name ?? 'Administrator'

/** An imported voucher is not among them: nothing was paid for it here. */
const selectMoves = (day: string) =>
  query
    .selectFrom('voucherEntry as entry')
    .innerJoin('giftVoucher as voucher', 'voucher.id', 'entry.voucherId')
    .leftJoin('adminUser as admin', (join) => join.on(sql`admin.id::text`, '=', sql.ref('entry.actor')))
    .select(['entry.createdAt as at', 'entry.actor', 'admin.name', 'paidBy', 'voucher.id as voucherId'])
    .select([sql<string>`code_end(voucher.code)`.as('codeEnd'), sql<Pence>`abs(entry.pence)`.as('pence')])
    .select(
      sql<(typeof closingMoves)[number]>`case
        when entry.kind = 'refund' then 'paid_back' when paid_by = 'complimentary' then 'given' else 'sold'
      end`.as('what'),
    )
    .where(isWithinDays('entry.effective_at', { from: day, to: day }))
    .where((entry) =>
      entry.or([
        entry('kind', '=', 'issue').and('paidBy', 'in', ['cash', 'card', 'complimentary']),
        entry('kind', '=', 'refund').and('paidBy', 'in', ['cash', 'card']),
      ]),
    )
    .$narrowType<{ paidBy: Closing['entries'][number]['paidBy'] }>()
    .orderBy('entry.createdAt')
    .orderBy('entry.position')

function figuresOf(moves: readonly Move[]): Figures {
  const pick = (what: Move['what'], paidBy: Move['paidBy']) => {
    const picked = moves.filter((move) => move.what === what && move.paidBy === paidBy)
    return { count: picked.length, pence: picked.reduce((sum, { pence }) => sum + pence, 0) }
  }
  const [sold, paidBack] = [pick('sold', 'cash'), pick('paid_back', 'cash')]
  const figure = ({ count, pence }: { count: number; pence: Pence }) => ({ count, sum: formatPounds(pence) })
  return {
    soldForCash: figure(sold),
    soldByCard: figure(pick('sold', 'card')),
    complimentary: figure(pick('given', 'complimentary')),
    paidBackInCash: figure(paidBack),
    paidBackByCard: figure(pick('paid_back', 'card')),
    cash: formatPounds(sold.pence - paidBack.pence),
  }
}
