import { sql } from 'kysely'
import { ok, wrong, yours, type Finding } from '#scripts/doctor/finding.ts'
import { FUNCTIONS_ROLE } from '#scripts/migrate.ts'
import { database } from '#server/clients/database.ts'
import { env } from '#server/env.ts'

interface Rights {
  name: string
  /** Or it may become the role that can. */
  canRewrite: boolean
  canCreate: boolean
  /** Whether `npm run migrate` has given it what functions need. */
  isReady: boolean
}

const selectRights = sql<Rights>`
  select current_user::text as name,
    bool_or(has_table_privilege(oid, 'update, delete, truncate') or has_any_column_privilege(oid, 'update')
      or pg_has_role(relowner, 'member')) as can_rewrite,
    has_schema_privilege('public', 'create') as can_create,
    bool_and(has_table_privilege(oid, 'insert'))
      and coalesce(has_function_privilege(to_regprocedure('erase_texts(text)'), 'execute'), false) as is_ready
  from pg_class
  where relnamespace = 'public'::regnamespace and relname in ('activity', 'stock_movement', 'voucher_entry')
  having count(*) > 0`

/** Checks that functions connect as a role that cannot rewrite the books; nothing before the first migration. */
export async function checkFunctionsRole(): Promise<Finding[]> {
  return (await database().run(selectRights)).map(judge)
}

function judge({ name, canRewrite, canCreate, isReady }: Rights): Finding {
  const make = `have functions connect as ${FUNCTIONS_ROLE}: docs/deploy.md, 1.`
  // The site works all the same.
  if (canRewrite && env('FUNCTIONS_DATABASE_URL') === undefined)
    return yours(`Functions connect as ${name}, which can change and delete entries of the ledger.`, make)
  if (canRewrite)
    return wrong(
      `FUNCTIONS_DATABASE_URL names ${name}, which can change and delete entries of the ledger.`,
      make,
    )
  if (canCreate) return wrong(`Functions connect as ${name}, which can create tables and functions.`, make)
  if (!isReady) return lacksRights()
  return ok(`Functions connect as ${name}, which cannot change or delete entries of the ledger.`)
}

export const lacksRights = () =>
  wrong('The role of the functions lacks rights.', 'publish again, or run `npm run migrate`.')
