import type { Context } from '@netlify/functions'
import type Stripe from 'stripe'
import type { Services } from '../../../src/server/clients/services.ts'
import { type Act, untilSometime } from './busy-periods.ts'
import { type Chance, chanceOf } from './prng.ts'
import type { Database } from './database.ts'
import type { Fates } from './fault-plan.ts'
import { Life, type Outcome } from './sim-process.ts'
import { Mailbox } from './mailbox.ts'
import type { Begun, Heard, Refused } from './purchase.ts'
import { openStripe, type StripeAccount } from './stripe-account.ts'
import { stripeDoorOf } from './stripe-client.ts'
import { Timeline } from './timeline.ts'
import { isRefusal } from './press-button.ts'
import { sayError, Trace } from './trace.ts'

/** A Saturday in November, seven minutes past ten. */
const START = Date.parse('2026-11-21T10:07:00Z')

/** What a function is called with beside its request, and the doors it has. */
export interface Process {
  services: Services
  context: Context
}

/** One run of the simulated world: from an empty database to the verdict. */
export class Run {
  readonly timeline = new Timeline(START)
  readonly trace = new Trace(this.timeline)
  readonly mailbox = new Mailbox(this.timeline)
  readonly stripe: StripeAccount
  readonly database: Database
  readonly fates: Fates
  /** What the people in it do. */
  readonly chance: Chance
  /** What happens only in some runs: drawn apart, so that the other runs stay as they are. */
  readonly seldom: Chance
  /** What is wrong, seen while it happened. */
  readonly wrong: string[] = []
  /** What browsers were told of payments. */
  readonly heard: Heard[] = []
  /** Purchases that were begun, by request id. */
  readonly begun = new Map<string, Begun>()
  /** What browsers were told instead of a new payment. */
  readonly refused: Refused[] = []
  /** When which intent was paid. */
  readonly paidAt = new Map<string, number>()
  /** Intents that were once under way at a bank. */
  readonly processed = new Set<string>()
  acts: Act[] = []
  /** Whether nothing fails any more. */
  calm = false
  /** What was redeemed, corrected or issued at the desk, by name, and whether the desk was told that it was. */
  readonly pressed = new Map<string, boolean>()
  /** Told of everything that Stripe announces. */
  onEvent: (event: Stripe.EventBase) => void = () => {}
  readonly #name: string
  readonly #random: Chance
  readonly #lives = new Map<string, Life>()

  constructor(name: string, database: Database, fates: (run: Run) => Fates) {
    this.#name = name
    this.chance = this.chanceFor('people')
    this.seldom = this.chanceFor('seldom')
    this.#random = this.chanceFor('random')
    this.stripe = openStripe({
      timeline: this.timeline,
      chance: this.chanceFor('stripe'),
      announce: (event) => this.#happened(event),
      untilSometime: () => untilSometime(this),
    })
    this.database = database
    this.fates = fates(this)
    database.around = this
  }

  chanceFor(what: string): Chance {
    return chanceOf(this.#name, what)
  }

  rows = <Row = Record<string, unknown>>(query: string, values?: unknown[]): Promise<Row[]> =>
    this.database.rows<Row>(query, values)

  /** Starts a process, and waits for what it answers; no process lives longer than `limit` milliseconds. */
  async live<Answer>(
    name: string,
    limit: number,
    work: (process: Process) => Promise<Answer>,
  ): Promise<Outcome<Answer>> {
    const outcome = this.timeline.hold<Outcome<unknown>>()
    const life = new Life(this, `${name} (${this.#lives.size + 1})`, outcome)
    this.#lives.set(life.name, life)
    this.timeline.after(limit, () => life.die('of old age'))
    const beside: Promise<unknown>[] = []
    const process = this.#processOf(life, (also) => void beside.push(also))
    this.timeline.begin(async () => {
      await work(process).then(
        (answer) => life.say({ answer }),
        (error: unknown) => {
          if (!life.troubled && !isRefusal(error))
            this.wrong.push(`${life.name} failed by itself: ${sayError(error)}`)
          life.say({ error })
        },
      )
      void Promise.allSettled(beside).then(() => life.end())
    })
    return (await outcome.promise) as Outcome<Answer>
  }

  /** A request id stands for one intent, however often it is asked for. */
  started(requestId: string, secret: string): void {
    const begun = this.begun.get(requestId)!
    const earlier = begun.secret ?? secret
    begun.secret = secret
    if (earlier !== secret) this.wrong.push(`request ${requestId} got two intents, ${earlier} and ${secret}`)
  }

  /** What a function logs. None fails unless something has gone wrong with one of its calls, or it was slow. */
  hear = (line: string): void => {
    const said = JSON.parse(line) as Record<string, string>
    const { level, message, requestId = '', failure = '', detail = '', place = '' } = said
    if (level === 'info') return
    this.trace.note(`${requestId} logs: ${level} ${message} ${failure} ${detail} ${place}`)
    // Nobody here edits the books by hand.
    if (message === 'our books differ from Stripe')
      this.wrong.push(`${requestId} told of a difference: ${said['kind']} of ${said['subject']}`)
    const life = this.#lives.get(requestId)
    if (
      level !== 'error' ||
      failure === '' ||
      !life ||
      life.troubled ||
      detail.startsWith('no answer within')
    )
      return
    this.wrong.push(`${requestId} failed by itself: ${message}, ${failure}`)
  }

  later = (milliseconds: number, work: () => void): void => this.timeline.after(milliseconds, work)

  #happened(event: Stripe.EventBase): void {
    const { id } = event.data.object as { id: string }
    if (event.type === 'payment_intent.succeeded') this.paidAt.set(id, this.timeline.now)
    if (event.type === 'payment_intent.processing') this.processed.add(id)
    this.trace.note(`stripe: ${event.type} ${id}`)
    this.onEvent(event)
  }

  #processOf(life: Life, goesOn: (work: Promise<unknown>) => void): Process {
    const { timeline, database, mailbox, stripe } = this
    let sdk: Services['stripe'] | undefined
    const services: Services = {
      db: database.doorOf(life, () => mailbox.lookUp(life, (ids) => database.sentOf(ids))),
      // As the real doors: opened when it is first walked through.
      get stripe() {
        return (sdk ??= stripeDoorOf(life, stripe))
      },
      email: mailbox.doorOf(life),
      clock: { now: () => new Date(timeline.now) },
      random: this.#random,
    }
    const waitUntil = (work: Promise<unknown>) => {
      timeline.alsoRuns(work)
      goesOn(work)
    }
    const context = { requestId: life.name, params: {}, waitUntil } as unknown as Context
    return { services, context }
  }
}
