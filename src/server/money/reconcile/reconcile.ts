import { sql } from 'kysely'
import type { Services } from '#server/clients/services.ts'
import { query } from '#server/db/db.ts'
import { insertRows } from '#server/db/insert-rows.ts'
import { log } from '#server/log.ts'
import {
  compareWithStripe,
  type ComparisonStep,
  type Difference,
  type Scope,
} from '#server/money/reconcile/find-differences.ts'

type Deps = Pick<Services, 'db' | 'stripe' | 'clock' | 'random'>

/**
 * Compares all payments that were paid, refunded or disputed in the last `days`, and returns all recorded differences.
 * Continues where the last run ran out of time. Logs each new difference as an error, and deletes those that are
 * resolved.
 */
export async function reconcile(services: Deps, scope: Scope): Promise<Difference[]> {
  const { db } = services
  const [bookmark] = await db.run(query.selectFrom('reconciliation').select('afterIntent'))
  for await (const compared of compareWithStripe(services, scope, bookmark?.afterIntent ?? null)) {
    await recordDifferences(services, compared)
  }
  return await db.run(
    query
      .selectFrom('difference')
      .select(['kind', 'subject', 'voucherId', 'expectedPence', 'actualPence'])
      .orderBy('foundAt')
      .orderBy('id'),
  )
}

/** Replaces the recorded differences in the scope of one step, and stores where the next run continues. */
async function recordDifferences(
  { db, clock, random }: Deps,
  { scope, differences, after }: ComparisonStep,
): Promise<void> {
  const rows = JSON.stringify(differences.map((difference) => ({ id: random.uuid(), ...difference })))
  const compared = scope === 'vouchers' ? sql`voucher_id is not null` : sql`subject = any(${scope}::text[])`
  const { added } = await db.batch({
    gone: sql`
      delete from difference where ${compared} and (kind, subject) not in (
        select kind, subject from jsonb_to_recordset(${rows}::jsonb) as found (kind text, subject text)
      )`,
    added: sql<{ kind: string; subject: string }>`
      ${insertRows(
        'difference',
        {
          id: sql`id`,
          kind: sql`kind`,
          subject: sql`subject`,
          voucherId: sql`"voucherId"`,
          expectedPence: sql`"expectedPence"`,
          actualPence: sql`"actualPence"`,
          foundAt: clock.now(),
        },
        sql`
          from jsonb_to_recordset(${rows}::jsonb)
            as found (id uuid, kind text, subject text, "voucherId" uuid, "expectedPence" int, "actualPence" int)`,
      )}
      on conflict (kind, subject) do update set expected_pence = excluded.expected_pence, actual_pence = excluded.actual_pence
      where (difference.expected_pence, difference.actual_pence) <> (excluded.expected_pence, excluded.actual_pence)
      returning kind, subject`,
    ...(after !== undefined && {
      bookmark: query.updateTable('reconciliation').set({ afterIntent: after }),
    }),
  })
  for (const { kind, subject } of added) log('error', 'our books differ from Stripe', { kind, subject })
}
