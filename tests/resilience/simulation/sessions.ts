import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import type { Surroundings } from './sim-process.ts'

/** One connection to Postgres. */
export interface Session {
  client: Client
  pid: number
  inTransaction: boolean
}

interface Sent {
  session: Session
  /** Its locks are let go behind it. */
  ends: boolean
  /** Sends it, and makes its news ready. */
  send: () => Promise<void>
  answered: boolean
  error?: unknown
  news: () => void
}

// Postgres looks for a deadlock before we look whether a statement waits. To plan a statement takes longer than to run it.
const SETTINGS = 'set deadlock_timeout = 1; set plan_cache_mode = force_generic_plan'
const LOOK_AFTER = 4
const CANCEL_AGAIN_AFTER = 50
// https://www.postgresql.org/docs/current/errcodes-appendix.html
const LOCK_NOT_AVAILABLE = '55P03'
const DEADLOCK = '40P01'
const CANCELLED = '57014'
const codeOf = (error: unknown) => (error as { code?: string } | undefined)?.code

/**
 * Transactions that are under way together, one statement at a time, in the order of the timeline. A statement that needs
 * somebody's lock waits for it in Postgres. Only one does: which of several comes next would be Postgres' choice, so the
 * others are put off, as if they had been sent later.
 */
export class Sessions {
  readonly watcher: Client
  readonly #around: () => Surroundings
  readonly #url: string
  readonly #idle: Session[] = []
  readonly #busy = new Set<Session>()
  #waiting: Sent | undefined
  #putOff: Sent[] = []

  constructor(url: string, around: () => Surroundings) {
    this.#url = url
    this.#around = around
    this.watcher = new Client({ connectionString: url })
  }

  async take(): Promise<Session> {
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

  give(session: Session): void {
    this.#busy.delete(session)
    this.#idle.push(session)
  }

  /** Sends one statement when its moment has come, and answers when it is through. */
  async step<Result>(session: Session, work: () => Promise<Result>, ends: boolean): Promise<Result> {
    const { timeline, fates } = this.#around()
    const held = timeline.hold<Result>()
    const sent: Sent = { session, ends, send, answered: false, news: () => {} }
    timeline.after(fates.statementDelay(), () => this.#send(sent))
    return await held.promise

    async function send(): Promise<void> {
      try {
        const result = await work()
        sent.news = () => held.fulfil(result)
      } catch (error) {
        sent.error = error
        sent.news = () => held.fail(error)
      }
      sent.answered = true
    }
  }

  async #send(sent: Sent): Promise<void> {
    const endsTransaction = sent.ends && sent.session.inTransaction
    if (this.#waiting && !endsTransaction) return await this.#sendWithoutWaiting(sent)
    await Promise.race([sent.send(), pause(LOOK_AFTER)])
    if (await this.#isThrough(sent)) await this.#finish(sent)
    else this.#waiting = sent
  }

  /** Somebody waits already: if this has to as well, it is put off. */
  async #sendWithoutWaiting(sent: Sent): Promise<void> {
    const { client, inTransaction } = sent.session
    await client.query(
      inTransaction ? 'savepoint before; set local lock_timeout = 1' : 'set lock_timeout = 1',
    )
    await sent.send()
    const hasToWait = codeOf(sent.error) === LOCK_NOT_AVAILABLE
    if (!inTransaction) await client.query('set lock_timeout = 0')
    else if (hasToWait) await client.query('rollback to before')
    else if (sent.error === undefined) await client.query('set local lock_timeout = 0')
    if (hasToWait && !(await this.#isDeadlock(sent))) this.#putOff.push(sent)
    else await this.#finish(sent)
  }

  /** Whoever waits may wait for this one. Then it is sent after all, and Postgres says whether that would never end. */
  async #isDeadlock(sent: Sent): Promise<boolean> {
    const { client, pid, inTransaction } = sent.session
    sent.answered = false
    delete sent.error
    if (!(await this.#blockersOf(this.#waiting!.session)).includes(pid)) return false
    const sending = sent.send()
    await Promise.race([sending, pause(LOOK_AFTER)])
    // A cancel that arrives before the backend has begun its statement has no effect.
    while (!sent.answered) {
      await this.watcher.query('select pg_cancel_backend($1)', [pid])
      await Promise.race([sending, pause(CANCEL_AGAIN_AFTER)])
    }
    await sending
    if (codeOf(sent.error) === DEADLOCK) this.#around().wrong.push('two transactions wait for each other')
    if (codeOf(sent.error) !== CANCELLED) return true
    if (inTransaction) await client.query('rollback to before')
    sent.answered = false
    delete sent.error
    return false
  }

  async #finish(sent: Sent): Promise<void> {
    // A moment of its own: whoever hears of it goes on alone.
    this.#around().timeline.after(0, sent.news)
    if (sent.ends) await this.#handOn()
  }

  /** Locks have been let go: whoever waited for one goes on, and what was put off is sent again. */
  async #handOn(): Promise<void> {
    const { timeline } = this.#around()
    const waiting = this.#waiting
    if (waiting && (await this.#isThrough(waiting))) {
      this.#waiting = undefined
      timeline.after(0, waiting.news)
    }
    for (const sent of this.#putOff.splice(0)) timeline.after(0, () => this.#send(sent))
  }

  /** Waits until a statement is through, or is seen to wait for a lock. */
  async #isThrough(sent: Sent): Promise<boolean> {
    while (!sent.answered) {
      if ((await this.#blockersOf(sent.session)).length > 0) return false
      await pause(1)
    }
    return true
  }

  async #blockersOf({ pid }: Session): Promise<number[]> {
    const { rows } = await this.watcher.query<{ pids: number[] }>('select pg_blocking_pids($1) as pids', [
      pid,
    ])
    return rows[0]!.pids
  }

  /** Ends what is still under way. */
  async dropBusy(): Promise<void> {
    this.#waiting = undefined
    this.#putOff = []
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
