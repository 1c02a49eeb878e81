import { sql } from 'kysely'
import { CLOSING_ENTRIES_MAX, type Closing, type closingMoves } from '#contract/closing.ts'
import { formatPounds, type Pence } from '#contract/money.ts'
import { londonDay } from '#contract/send-date.ts'
import type { Services } from '#server/clients/services.ts'

interface Move {
  at: Date
  what: (typeof closingMoves)[number]
  paidBy: Closing['entries'][number]['paidBy']
  pence: Pence
  actor: string
  email: string | null
  voucherId: string
  codeEnd: string
}

type Figures = Closing['total']

/** Returns what was sold, given and paid back at the desk on a day in London (default: today), by whom, from the ledger. */
export async function getClosing(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  adminId: string,
  day = londonDay(clock.now()),
): Promise<Closing> {
  const moves = await db.run(selectMoves(day))
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

const labelOf = ({ email }: Pick<Move, 'email'>): string => email ?? 'Administrator'

const midnight = (day: string, later: 0 | 1) =>
  sql`((${day}::date + ${later}::int)::timestamp at time zone 'Europe/London')`

/** An imported voucher is not among them: nothing was paid for it here. */
const selectMoves = (day: string) => sql<Move>`
  select entry.created_at as at,
    case when entry.kind = 'refund' then 'paid_back' when paid_by = 'complimentary' then 'given' else 'sold' end as what,
    paid_by, abs(entry.pence) as pence, entry.actor, admin_user.email, voucher.id as voucher_id, code_end(voucher.code) as code_end
  from voucher_entry entry join gift_voucher voucher on voucher.id = entry.voucher_id
    left join admin_user on admin_user.id::text = entry.actor
  where entry.created_at >= ${midnight(day, 0)} and entry.created_at < ${midnight(day, 1)}
    and (entry.kind = 'issue' and paid_by in ('cash', 'card', 'complimentary') or entry.kind = 'refund' and paid_by in ('cash', 'card'))
  order by entry.created_at, entry.position`

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
