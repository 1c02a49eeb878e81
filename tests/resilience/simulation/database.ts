import { createHash } from 'node:crypto'
import { NeonDbError, neonConfig } from '@neondatabase/serverless'
import { nameIn } from '../../../local/postgres/databases.ts'
import { answerOne, toNeonError } from '../../../local/postgres/neon-answer.ts'
import type { Statement } from '../../../local/postgres/neon-call.ts'
import { createDb, type Db } from '../../../src/server/db/db.ts'
import type { Crossing } from './fault-plan.ts'
import type { Life, Surroundings } from './sim-process.ts'
import { Sessions } from './sessions.ts'

// As long as the real door waits.
const PATIENCE = 10_000

const TABLES = [
  'difference',
  'activity',
  'admin_request',
  'customer',
  'dispute',
  'fraud_alert',
  'gift_voucher',
  'orders',
  'outbox',
  'payment',
  'product',
  'product_inquiry',
  'reconciliation',
  'refund',
  'stock_movement',
  'stock_reservation',
  'throttle',
  'voucher_entry',
]
// The ledger and the activity let nobody delete.
const unhindered = (work: string) =>
  `set session_replication_role = replica; ${work}; reset session_replication_role`
/** Its one row comes with the migration. */
const BOOKMARK = 'insert into reconciliation default values'
const EMPTY = unhindered([...TABLES.map((table) => `delete from ${table}`), BOOKMARK].join(';'))
const RENEW = unhindered(`truncate ${TABLES.join()} restart identity; ${BOOKMARK}`)
/** Nothing but the run itself may change which way Postgres takes. */
const UNATTENDED = TABLES.map((table) => `alter table ${table} set (autovacuum_enabled = false)`).join(';')
/** To plan how to look for broken promises takes longer than to look. */
const PLANNED_ONCE = 'set plan_cache_mode = force_generic_plan'
const nameOf = (query: string) => createHash('sha256').update(query).digest('base64url')
const prepared = (statement: Statement) => ({ ...statement, name: nameOf(statement.query) })

/** A real database behind the real driver; only the network between them is simulated. */
export class Database {
  readonly #sessions: Sessions
  readonly #db: Db
  #crossing: Crossing | undefined
  /** The run that it is now part of. */
  around: Surroundings | undefined

  private constructor(url: string) {
    this.#sessions = new Sessions(url, () => this.around!)
    this.#db = createDb(url)
  }

  static async open(url: string): Promise<Database> {
    // The driver has one network for all databases: this one's part of it leads here.
    const { fetchFunction: elsewhere } = neonConfig
    const database = new Database(url)
    neonConfig.fetchFunction = (address: string, init: RequestInit) =>
      nameIn(new Headers(init.headers).get('neon-connection-string') ?? url) === nameIn(url)
        ? database.#answer(init.body as string)
        : elsewhere(address, init)
    await database.#sessions.watcher.connect()
    await database.#sessions.watcher.query(`${UNATTENDED}; ${PLANNED_ONCE}`)
    return database
  }

  /** The database as one process sees it. `after` each of its calls the world may look what has changed. */
  doorOf(life: Life, after: () => Promise<void>): Db {
    const cross = <Rows>(name: string, work: () => Promise<Rows>) =>
      life.cross<Rows>({
        door: 'db',
        name,
        patience: PATIENCE,
        failure: (why) => new NeonDbError(`Error connecting to database: ${why}`),
        perform: async (crossing, willing) => {
          if (!willing) throw new NeonDbError('Server error (HTTP status 503)')
          this.#crossing = crossing
          const rows = await work()
          await after()
          return rows
        },
      })
    return {
      run: (statement) => cross('', () => this.#db.run(statement)),
      batch: (statements) => cross(Object.keys(statements).join('+'), () => this.#db.batch(statements)),
    }
  }

  async #answer(body: string): Promise<Response> {
    const call = JSON.parse(body) as Statement & { queries?: Statement[] }
    const crossing = this.#crossing
    if (crossing) crossing.name ||= call.query.trim().replace(/\s+/g, ' ').slice(0, 30)
    try {
      return Response.json(await (call.queries ? this.#transact(call.queries) : this.#runAlone(call)))
    } catch (error) {
      return Response.json(toNeonError(error) ?? { message: String(error) }, { status: 400 })
    }
  }

  async #runAlone(statement: Statement): Promise<unknown> {
    const session = await this.#sessions.take()
    try {
      return await this.#sessions.step(session, () => answerOne(session.client, prepared(statement)), true)
    } finally {
      this.#sessions.give(session)
    }
  }

  async #transact(statements: Statement[]): Promise<unknown> {
    const session = await this.#sessions.take()
    const { client } = session
    const end = (how: 'commit' | 'rollback') => this.#sessions.step(session, () => client.query(how), true)
    await client.query('begin')
    session.inTransaction = true
    try {
      const results = []
      for (const statement of statements) {
        results.push(await this.#sessions.step(session, () => answerOne(client, prepared(statement)), false))
      }
      await end('commit')
      return { results }
    } catch (error) {
      await end('rollback')
      throw error
    } finally {
      session.inTransaction = false
      this.#sessions.give(session)
    }
  }

  /** Which of these letters stand in the outbox as sent. */
  async sentOf(outboxIds: string[]): Promise<Set<string>> {
    const query = 'select id from outbox where id = any($1) and sent_at is not null'
    return new Set((await this.rows<{ id: string }>(query, [outboxIds])).map(({ id }) => id))
  }

  async rows<Row = Record<string, unknown>>(query: string, values: unknown[] = []): Promise<Row[]> {
    return (await this.#sessions.watcher.query({ name: nameOf(query), text: query, values })).rows as Row[]
  }

  /** Nothing is left of the run before, not even what it has half done. */
  async empty(): Promise<void> {
    await this.#clear(EMPTY)
  }

  /**
   * As empty, and slowly so: what is written next will lie where it would in a new database. Whoever compares two runs
   * needs that.
   */
  async renew(): Promise<void> {
    await this.#clear(RENEW)
  }

  async #clear(how: string): Promise<void> {
    await this.#sessions.dropBusy()
    // Not the watcher's: whoever changes its role forgets all plans.
    const session = await this.#sessions.take()
    await session.client.query(how)
    this.#sessions.give(session)
  }

  async close(): Promise<void> {
    await this.#sessions.close()
  }
}
