import { randomUUID } from 'node:crypto'
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type Stripe from 'stripe'
import { beforeAll, expect, it } from 'vitest'
import { createDb } from '#server/db/db'
import { settlePayments } from '#server/payments/settle-payments'
import { createTemplate } from '../../../local/postgres/template.ts'
import { migrate } from '../../../netlify/migrate.ts'
import { openRows, type World } from '../../support/start-world.ts'
import { buy } from '../../support/voucher-buyer.ts'
import { useWorld } from '../../support/world.ts'

// Vouchers for 5000 pence in a database of the previous version, which knew one dispute per payment, after migration.
const world = useWorld()
const MIGRATIONS = resolve(import.meta.dirname, '../../../migrations')
const LAST = '0023'

interface Recorded {
  /** Of the dispute at Stripe. */
  amount?: number
  status: Stripe.Dispute.Status
  payment: { state: string; outcome: 'won' | 'lost' | null; from: string | null }
  voucher: { status: string; from: string | null }
}

const cases = {
  open: {
    status: 'needs_response',
    payment: { state: 'disputed', outcome: null, from: 'fulfilled' },
    voucher: { status: 'disputed', from: 'active' },
  },
  won: {
    status: 'won',
    payment: { state: 'fulfilled', outcome: 'won', from: null },
    voucher: { status: 'active', from: null },
  },
  lost: {
    status: 'lost',
    payment: { state: 'refunded', outcome: 'lost', from: null },
    voucher: { status: 'refunded', from: null },
  },
  'lost in part': {
    amount: 2000,
    status: 'lost',
    payment: { state: 'refunded', outcome: 'lost', from: null },
    voucher: { status: 'refunded', from: null },
  },
} satisfies Record<string, Recorded>

type Name = keyof typeof cases

let old: Pick<World, 'rows'>
let fullPass: () => Promise<unknown>
const bought = {} as Record<Name, { intent: string; dispute: string }>

beforeAll(async () => {
  const url = world.gateway.url(`previous_${randomUUID()}`)
  const folder = await mkdtemp(join(tmpdir(), 'migrations-'))
  for (const name of await readdir(MIGRATIONS)) {
    if (name.slice(0, LAST.length) <= LAST) await cp(join(MIGRATIONS, name), join(folder, name))
  }
  await createTemplate(url, (to) => migrate(to, folder))
  await rm(folder, { recursive: true })
  const rows = openRows(url)
  old = rows
  for (const name of Object.keys(cases) as Name[]) bought[name] = await insert(cases[name])
  expect(await migrate(url)).toContain('0024_disputes')
  const services = { ...world.services, db: createDb(url) }
  fullPass = () => settlePayments(services, { full: true })
  return () => rows[Symbol.asyncDispose]()
})

/** Writes what the previous version had recorded of a voucher that was bought and disputed. */
async function insert({ amount, status, payment, voucher }: Recorded) {
  const { intentId: intent } = await buy(world)
  const { id: dispute } = await world.stripe.control.openDispute({
    intent,
    ...(amount !== undefined && { amount }),
  })
  if (status !== 'needs_response') await world.stripe.control.setDisputeStatus({ dispute, status })
  const [paymentId, voucherId] = [randomUUID(), randomUUID()]
  const lost = payment.outcome === 'lost'
  await world.services.stripe.paymentIntents.update(intent, { metadata: { payment_id: paymentId } })
  await old.rows(
    `insert into payment (id, purpose, state, amount_pence, stripe_payment_intent_id, created_at, pay_by, paid_at, settled_at,
       dispute_id, dispute_outcome, disputed_from, lost_pence)
     values ($1, 'gift_voucher', $2, 5000, $3, now() - interval '1 hour', now(), now(), now(), $4, $5, $6, $7)`,
    [paymentId, payment.state, intent, dispute, payment.outcome, payment.from, lost ? (amount ?? 5000) : 0],
  )
  await old.rows(
    `with entries as (
       insert into voucher_entry (id, voucher_id, kind, pence, balance_after, actor, description, created_at)
       select gen_random_uuid(), $1, kind, pence, balance_after, 'stripe', '', now()
       from (values ('issue', 5000, 5000), ('refund', -5000, 0)) as entry (kind, pence, balance_after)
       where kind = 'issue' or $5
     )
     insert into gift_voucher (id, payment_id, code, status, disputed_from, buyer_name, buyer_email, recipient_name,
       recipient_email, original_pence, balance_pence, issued_at, expires_at)
     values ($1, $2, upper(substr(md5($1::text), 1, 12)), $3, $4, '', '', '', '', 5000, case when $5 then 0 else 5000 end,
       now(), now() + interval '1 year')`,
    [voucherId, paymentId, voucher.status, voucher.from, lost],
  )
  await old.rows(
    `insert into activity (at, actor, action, payment_id, voucher_id) select now(), 'stripe', 'dispute_' || outcome, $1, $2
     from (values ('opened'), ($3)) as happened (outcome) where outcome is not null`,
    [paymentId, voucherId, payment.outcome],
  )
  return { intent, dispute }
}

const books = async (name: Name) =>
  (
    await old.rows(
      `select voucher.status, balance_pence as balance, payment.state, lost_pence as lost
       from gift_voucher voucher join payment on payment.id = payment_id where stripe_payment_intent_id = $1`,
      [bought[name].intent],
    )
  )[0]

const decide = async (name: Name, status: Stripe.Dispute.Status) => {
  await world.stripe.control.setDisputeStatus({ dispute: bought[name].dispute, status })
  await fullPass()
}

const WHOLE = { status: 'active', balance: 5000, state: 'fulfilled', lost: 0 }

it('an open dispute of the previous version stays open, and its voucher is restored once it is won', async () => {
  await fullPass()
  expect(await books('open')).toEqual({ status: 'disputed', balance: 5000, state: 'disputed', lost: 0 })
  await decide('open', 'won')
  expect(await books('open')).toEqual(WHOLE)
})

it('a won dispute of the previous version changes nothing', async () => {
  await fullPass()
  expect(await books('won')).toEqual(WHOLE)
})

it('a lost dispute of the previous version gives back what it took when it is won on appeal', async () => {
  await fullPass()
  expect(await books('lost')).toEqual({ status: 'refunded', balance: 0, state: 'refunded', lost: 5000 })
  await decide('lost', 'won')
  expect(await books('lost')).toEqual(WHOLE)
})

it('a partly lost dispute of the previous version gives back the rest, and the part once it is won', async () => {
  await fullPass()
  expect(await books('lost in part')).toEqual({
    status: 'active',
    balance: 3000,
    state: 'fulfilled',
    lost: 2000,
  })
  await decide('lost in part', 'won')
  expect(await books('lost in part')).toEqual(WHOLE)
})

it('disputes that the previous version had recorded are not recorded again', async () => {
  await fullPass()
  const again = `select action, count(*)::int as times from activity join dispute using (payment_id) where dispute.id = $1
    group by action having count(*) > 1`
  expect(await old.rows(again, [bought.won.dispute])).toEqual([])
  expect(await old.rows(again, [bought.open.dispute])).toEqual([])
})
