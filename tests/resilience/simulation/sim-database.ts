import { neonConfig, NeonDbError } from '@neondatabase/serverless'
import { nameIn } from '#local/postgres/databases.ts'
import { setDatabaseClock } from '#local/postgres/movable-clock.ts'
import type { NeonStatement } from '#local/postgres/neon-request.ts'
import { planned, runStatement, toNeonError } from '#local/postgres/neon-response.ts'
import { createDb, type Db } from '#server/db/db.ts'
import type { ServiceCall } from '#tests/resilience/simulation/fault-plan.ts'
import { Sessions } from '#tests/resilience/simulation/sessions.ts'
import type { SimContext, SimProcess } from '#tests/resilience/simulation/sim-process.ts'

// The timeout of the real client (ms).
const TIMEOUT_MS = 10_000

const TABLES = [
  'cancellation',
  'difference',
  'activity',
  'customer',
  'dispute_loss',
  'dispute',
  'email_event',
  'fraud_alert',
  'gift_voucher',
  'idempotent_result',
  'orders',
  'outbox',
  'payment',
  'product',
  'product_inquiry',
  'reconciliation',
  'refund',
  'retired_code',
  'settings',
  'stock_movement',
  'stock_reservation',
  'throttle',
  'voucher_entry',
  'voucher_import',
  'claimed_too_late',
  'judged_change',
]
// Triggers refuse deletes from the ledger and the activity.
const withoutTriggers = (work: string) =>
  `set session_replication_role = replica; ${work}; reset session_replication_role`
/** The migration inserts the only row of these tables. Without evening emails: their first day would be the real one. */
const ONLY_ROWS = `insert into reconciliation default values; insert into settings (summarised_until) values ('infinity')`
const EMPTY_SQL = withoutTriggers([...TABLES.map((table) => `delete from ${table}`), ONLY_ROWS].join(';'))
const RENEW_SQL = withoutTriggers(`truncate ${TABLES.join()} restart identity; ${ONLY_ROWS}`)
/** Its functions go by the database's clock. */
const RETENTION = /^select (clear|delete)_\w+\(\)/
/** Autovacuum would change query plans at random moments. */
const NO_AUTOVACUUM = TABLES.map((table) => `alter table ${table} set (autovacuum_enabled = false)`).join(';')
/**
 * Records each email that a sender claims although it has left, or loads while it is not true: one with the code of a
 * voucher that is not active or has another code, or one that says that an order is ready which is not. A corrected address
 * changes the row as well, and is no load.
 */
const JUDGE_CLAIMS = `
  create table claimed_too_late (email uuid not null, status text not null);
  create function judge_claim() returns trigger language plpgsql as $$ begin
    insert into claimed_too_late select new.id, 'sent' where old.sent_at is not null;
    return null;
  end $$;
  create function judge_load() returns trigger language plpgsql as $$ begin
    insert into claimed_too_late
    select new.id, case when status <> 'active' then status when code <> new.data ->> 'voucherCode' then 'reissued' else 'expired' end
    from gift_voucher
    where id = new.about and new.template in ('voucher-gift', 'voucher-copy', 'voucher-receipt')
      and new.data ->> 'voucherCode' is not null and (status <> 'active' or code <> new.data ->> 'voucherCode'
        or new.template = 'voucher-gift' and expires_at <= new.claimed_until - interval '2 minutes')
    union all
    select new.id, fulfilment from orders
    where id = new.about and new.template = 'order-ready' and (fulfilment <> 'ready' or status = 'refunded');
    return null;
  end $$;
  create trigger judge_load after update of data on outbox for each row
    when (new.claimed_until = old.claimed_until and old.recipient in ('', new.recipient)) execute function judge_load();
  create trigger judge_claim after update of claimed_until on outbox for each row
    when (new.claimed_until > coalesce(old.claimed_until, '-infinity')) execute function judge_claim()`
/** Records each change of a voucher's code or address (null for one on paper), and whether the former one has arrived. */
const JUDGE_CHANGES = `
  create table judged_change (
    position bigint generated always as identity, voucher uuid not null, old_code text not null, new_code text not null,
    old_address text, new_address text, buyer text, is_buyer_changed boolean not null, was_accepted boolean not null);
  create function judge_change() returns trigger language plpgsql as $$
  declare
    old_address text := case when old.deliver_to <> 'print' then coalesce(old.recipient_email, old.buyer_email) end;
    new_address text := case when new.deliver_to <> 'print' then coalesce(new.recipient_email, new.buyer_email) end;
  begin
    if (old.code, old_address) is distinct from (new.code, new_address) then
      insert into judged_change (voucher, old_code, new_code, old_address, new_address, buyer, is_buyer_changed, was_accepted)
      values (new.id, old.code, new.code, old_address, new_address, new.buyer_email, old.buyer_email is distinct from new.buyer_email, exists (
        select from outbox where template = 'voucher-gift' and about = new.id
          and accepted_at is not null and bounced_at is null and recipient in (old_address, '')
          and (data is null or data ->> 'voucherCode' = old.code)));
    end if;
    return null;
  end $$;
  -- Taking an import back frees the code and replaces none.
  create trigger judge_change after update on gift_voucher for each row when (not new.taken_back)
    execute function judge_change()`
/** Planning the invariants takes longer than running them. */
const GENERIC_PLANS = 'set plan_cache_mode = force_generic_plan'

/** A real database and the real driver; only the network between them is simulated. */
export class SimDatabase {
  readonly #sessions: Sessions
  readonly #db: Db
  #serviceCall: ServiceCall | undefined
  /** The run that uses it now. */
  context: SimContext | undefined

  private constructor(url: string) {
    this.#sessions = new Sessions(url, () => this.context!)
    this.#db = createDb(url)
  }

  static async open(url: string): Promise<SimDatabase> {
    // The driver has one fetch function for all databases: take over the requests to this one.
    const { fetchFunction: otherFetch } = neonConfig
    const database = new SimDatabase(url)
    neonConfig.fetchFunction = (address: string, init: RequestInit) =>
      nameIn(new Headers(init.headers).get('neon-connection-string') ?? url) === nameIn(url)
        ? database.#respond(init.body as string)
        : otherFetch(address, init)
    await database.#sessions.watcher.connect()
    await database.#sessions.watcher.query(
      `${JUDGE_CLAIMS}; ${JUDGE_CHANGES}; ${NO_AUTOVACUUM}; ${GENERIC_PLANS}`,
    )
    return database
  }

  /** Returns the database client of one process. `afterCall` runs after each of its calls. */
  clientFor(process: SimProcess, afterCall: () => Promise<void>): Db {
    const callDatabase = <Rows>(name: string, work: () => Promise<Rows>) =>
      process.call<Rows>({
        service: 'db',
        name,
        timeoutMs: TIMEOUT_MS,
        toError: (why) => new NeonDbError(`Error connecting to database: ${why}`),
        perform: async (serviceCall, isAvailable) => {
          if (!isAvailable) throw new NeonDbError('Server error (HTTP status 503)')
          this.#serviceCall = serviceCall
          const rows = await work()
          await afterCall()
          return rows
        },
      })
    return {
      run: (statement) => callDatabase('', () => this.#db.run(statement)),
      batch: (statements) =>
        callDatabase(Object.keys(statements).join('+'), () => this.#db.batch(statements)),
    }
  }

  async #respond(body: string): Promise<Response> {
    const request = JSON.parse(body) as NeonStatement & { queries?: NeonStatement[] }
    const serviceCall = this.#serviceCall
    if (RETENTION.test(request.query))
      await setDatabaseClock(
        (query, values) => this.rows(query, values),
        new Date(this.context!.timeline.now),
      )
    if (serviceCall) serviceCall.name ||= request.query.trim().replace(/\s+/g, ' ').slice(0, 30)
    try {
      return Response.json(
        await (request.queries ? this.#runTransaction(request.queries) : this.#runStatement(request)),
      )
    } catch (error) {
      return Response.json(toNeonError(error) ?? { message: String(error) }, { status: 400 })
    }
  }

  async #runStatement(statement: NeonStatement): Promise<unknown> {
    const session = await this.#sessions.acquire()
    try {
      return await this.#sessions.run(session, () => runStatement(session.client, planned(statement)), true)
    } finally {
      this.#sessions.release(session)
    }
  }

  async #runTransaction(statements: NeonStatement[]): Promise<unknown> {
    const session = await this.#sessions.acquire()
    const { client } = session
    const end = (sql: 'commit' | 'rollback') => this.#sessions.run(session, () => client.query(sql), true)
    await client.query('begin')
    session.inTransaction = true
    try {
      const results = []
      for (const statement of statements) {
        results.push(await this.#sessions.run(session, () => runStatement(client, planned(statement)), false))
      }
      await end('commit')
      return { results }
    } catch (error) {
      await end('rollback')
      throw error
    } finally {
      session.inTransaction = false
      this.#sessions.release(session)
    }
  }

  /** Returns those of these emails that the outbox has marked as sent. */
  async findSent(outboxIds: string[]): Promise<Set<string>> {
    const query = 'select id from outbox where id = any($1) and sent_at is not null'
    return new Set((await this.rows<{ id: string }>(query, [outboxIds])).map(({ id }) => id))
  }

  async rows<Row = Record<string, unknown>>(query: string, values: unknown[] = []): Promise<Row[]> {
    const { name } = planned({ query })
    return (await this.#sessions.watcher.query({ name, text: query, values })).rows as Row[]
  }

  /** Deletes all rows and ends open transactions. */
  async empty(): Promise<void> {
    await this.#runOnFreeSession(EMPTY_SQL)
  }

  /** Like `empty`, but slower: new rows get the same physical places as in a new database, so two runs are equal. */
  async truncate(): Promise<void> {
    await this.#runOnFreeSession(RENEW_SQL)
  }

  async #runOnFreeSession(sql: string): Promise<void> {
    await this.#sessions.dropBusy()
    // Not on the watcher's connection: changing the role drops its prepared plans.
    const session = await this.#sessions.acquire()
    await session.client.query(sql)
    this.#sessions.release(session)
  }

  async close(): Promise<void> {
    await this.#sessions.close()
  }
}
