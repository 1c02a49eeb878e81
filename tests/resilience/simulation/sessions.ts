import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import type { SimContext } from '#tests/resilience/simulation/sim-process.ts'

/** One connection to Postgres. */
interface Session {
  client: Client
  pid: number
  inTransaction: boolean
}

interface SentStatement {
  session: Session
  /** Whether its locks are released after it. */
  releasesLocks: boolean
  /** Runs it and prepares `deliver`. */
  send: () => Promise<void>
  isDone: boolean
  error?: unknown
  deliver: () => void
}

// Postgres detects a deadlock (ms) before we check whether a statement waits. Planning takes longer than running.
const SETTINGS = 'set deadlock_timeout = 1; set plan_cache_mode = force_generic_plan'
const LOCK_CHECK_MS = 4
const CANCEL_RETRY_MS = 50
// https://www.postgresql.org/docs/current/errcodes-appendix.html
const LOCK_NOT_AVAILABLE = '55P03'
const DEADLOCK = '40P01'
const CANCELLED = '57014'
const codeOf = (error: unknown) => (error as { code?: string } | undefined)?.code

/**
 * Runs concurrent transactions one statement at a time, in the order of the timeline. Of the statements that need a lock
 * only one waits in Postgres, because Postgres would choose which of several gets it. The others are postponed, as if
 * they had been sent later.
 */
export class Sessions {
  readonly watcher: Client
  readonly #around: () => SimContext
  readonly #url: string
  readonly #idle: Session[] = []
  readonly #busy = new Set<Session>()
  #blocked: SentStatement | undefined
  #postponed: SentStatement[] = []

  constructor(url: string, context: () => SimContext) {
    this.#url = url
    this.#around = context
    this.watcher = new Client({ connectionString: url })
  }

  async acquire(): Promise<Session> {
    const session = this.#idle.pop() ?? (await this.#connect())
    this.#busy.add(session)
    return session
  }

  async #connect(): Promise<Session> {
    const client = new Client({ connectionString: this.#url })
    client.on('error', () => {})
    await client.connect()
    await client.query(SETTINGS)
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    return { client, pid: rows[0]!.pid, inTransaction: false }
  }

  release(session: Session): void {
    this.#busy.delete(session)
    this.#idle.push(session)
  }

  /** Sends one statement after its delay and resolves to its result. */
  async run<Result>(session: Session, work: () => Promise<Result>, releasesLocks: boolean): Promise<Result> {
    const { timeline, faultPlan } = this.#around()
    const deferred = timeline.defer<Result>()
    const sent: SentStatement = { session, releasesLocks, send, isDone: false, deliver: () => {} }
    timeline.after(faultPlan.statementDelay(), () => this.#send(sent))
    return await deferred.promise

    async function send(): Promise<void> {
      try {
        const result = await work()
        sent.deliver = () => deferred.resolve(result)
      } catch (error) {
        sent.error = error
        sent.deliver = () => deferred.reject(error)
      }
      sent.isDone = true
    }
  }

  async #send(sent: SentStatement): Promise<void> {
    const endsTransaction = sent.releasesLocks && sent.session.inTransaction
    if (this.#blocked && !endsTransaction) return await this.#sendIfUnblocked(sent)
    await Promise.race([sent.send(), pause(LOCK_CHECK_MS)])
    if (await this.#finishesUnblocked(sent)) await this.#finish(sent)
    else this.#blocked = sent
  }

  /** While another statement is blocked: sends this one, or postpones it if it would block too. */
  async #sendIfUnblocked(sent: SentStatement): Promise<void> {
    const { client, inTransaction } = sent.session
    await client.query(
      inTransaction ? 'savepoint before; set local lock_timeout = 1' : 'set lock_timeout = 1',
    )
    await sent.send()
    const isBlocked = codeOf(sent.error) === LOCK_NOT_AVAILABLE
    if (!inTransaction) await client.query('set lock_timeout = 0')
    else if (isBlocked) await client.query('rollback to before')
    else if (sent.error === undefined) await client.query('set local lock_timeout = 0')
    if (isBlocked && !(await this.#isDeadlock(sent))) this.#postponed.push(sent)
    else await this.#finish(sent)
  }

  /** If the blocked statement may wait for this session, lets Postgres decide whether the two deadlock. */
  async #isDeadlock(sent: SentStatement): Promise<boolean> {
    const { client, pid, inTransaction } = sent.session
    sent.isDone = false
    delete sent.error
    if (!(await this.#findBlockers(this.#blocked!.session)).includes(pid)) return false
    const sending = sent.send()
    await Promise.race([sending, pause(LOCK_CHECK_MS)])
    // A cancel that arrives before the backend has begun its statement has no effect.
    while (!sent.isDone) {
      await this.watcher.query('select pg_cancel_backend($1)', [pid])
      await Promise.race([sending, pause(CANCEL_RETRY_MS)])
    }
    await sending
    if (codeOf(sent.error) === DEADLOCK) this.#around().problems.push('two transactions wait for each other')
    if (codeOf(sent.error) !== CANCELLED) return true
    if (inTransaction) await client.query('rollback to before')
    sent.isDone = false
    delete sent.error
    return false
  }

  async #finish(sent: SentStatement): Promise<void> {
    // As an event of its own, so that only the receiver continues.
    this.#around().timeline.after(0, sent.deliver)
    if (sent.releasesLocks) await this.#resumeBlocked()
  }

  /** After locks were released: continues the blocked statement and sends the postponed ones again. */
  async #resumeBlocked(): Promise<void> {
    const { timeline } = this.#around()
    const blocked = this.#blocked
    if (blocked && (await this.#finishesUnblocked(blocked))) {
      this.#blocked = undefined
      timeline.after(0, blocked.deliver)
    }
    for (const sent of this.#postponed.splice(0)) timeline.after(0, () => this.#send(sent))
  }

  /** Resolves to true once a statement is done, to false once it waits for a lock. */
  async #finishesUnblocked(sent: SentStatement): Promise<boolean> {
    while (!sent.isDone) {
      if ((await this.#findBlockers(sent.session)).length > 0) return false
      await pause(1)
    }
    return true
  }

  async #findBlockers({ pid }: Session): Promise<number[]> {
    const { rows } = await this.watcher.query<{ pids: number[] }>('select pg_blocking_pids($1) as pids', [
      pid,
    ])
    return rows[0]!.pids
  }

  /** Terminates all sessions in use. */
  async dropBusy(): Promise<void> {
    this.#blocked = undefined
    this.#postponed = []
    const pids = [...this.#busy].map(({ pid }) => pid)
    this.#busy.clear()
    if (pids.length > 0) {
      await this.watcher.query('select pg_terminate_backend(pid, 1000) from unnest($1::int[]) pid', [pids])
    }
  }

  async close(): Promise<void> {
    await this.dropBusy()
    await Promise.all([this.watcher, ...this.#idle.map(({ client }) => client)].map((client) => client.end()))
  }
}
