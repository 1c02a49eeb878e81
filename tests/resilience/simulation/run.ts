import type { Context } from '@netlify/functions'
import type Stripe from 'stripe'
import { createPrng, type Prng } from '#local/prng.ts'
import { Timeline } from '#local/timeline.ts'
import type { Services } from '#server/clients/services.ts'
import { randomDelay, type BusyPeriod } from '#tests/resilience/simulation/busy-periods.ts'
import type { FaultPlan } from '#tests/resilience/simulation/fault-plan.ts'
import { isFinalError } from '#tests/resilience/simulation/press-button.ts'
import type { SimDatabase } from '#tests/resilience/simulation/sim-database.ts'
import { SimMailbox } from '#tests/resilience/simulation/sim-mailbox.ts'
import { SimProcess, type ProcessOutcome } from '#tests/resilience/simulation/sim-process.ts'
import {
  intentOf,
  type ClaimResponse,
  type PurchaseAttempt,
  type Start,
  type StartError,
} from '#tests/resilience/simulation/sim-purchase.ts'
import { openStripe, type StripeAccount } from '#tests/resilience/simulation/stripe-account.ts'
import { stripeClientFor } from '#tests/resilience/simulation/stripe-client.ts'
import { describeError, Trace } from '#tests/resilience/simulation/trace.ts'

/** A Saturday in November at 10:07, London time. */
const START = Date.parse('2026-11-21T10:07:00Z')

/** The clients and the Netlify context of one call of a function. */
export interface Invocation {
  services: Services
  context: Context
}

/** One run of the simulation, from an empty database to the verdict. */
export class SimRun {
  readonly timeline = new Timeline(START)
  readonly trace = new Trace(this.timeline)
  readonly mailbox = new SimMailbox(this.timeline)
  readonly stripe: StripeAccount
  readonly database: SimDatabase
  readonly faultPlan: FaultPlan
  /** Decides what buyers, banks and the owner do. */
  readonly prng: Prng
  /** Decides what only some runs have, so that adding such a case leaves all other runs as they are. */
  readonly rarePrng: Prng
  /** Problems found while the run goes on. */
  readonly problems: string[] = []
  /** Responses to claims, as browsers received them. */
  readonly claimResponses: ClaimResponse[] = []
  /** Purchase attempts by request id. */
  readonly attempts = new Map<string, PurchaseAttempt>()
  readonly starts: Start[] = []
  /** Error responses to starts. */
  readonly startErrors: StartError[] = []
  /** Time of payment by intent id. */
  readonly paidAt = new Map<string, number>()
  /** Ids of intents that were `processing` at any time. */
  readonly processing = new Set<string>()
  /** Our ids of refunds that Stripe refused. */
  readonly refusedRefunds = new Set<string | null>()
  busyPeriods: BusyPeriod[] = []
  /** Whether no call may fail any more. */
  isCalm = false
  /** Whether buyers leave everything as it is, because it is being judged. */
  isJudged = false
  /** Whether the scheduled jobs run less often than once an hour, between two busy periods. */
  skipsRounds = false
  /** Redemptions, adjustments and issues at the desk by their unique text, and whether they were confirmed. */
  readonly deskActions = new Map<string, boolean>()
  /** Wishes to replace the code of a voucher, and whether one was confirmed. All of its buyer's are for one replacement. */
  readonly reissues: { voucher: string; isConfirmed: boolean; isByBuyer?: true }[] = []
  /** The id of the payment for each time that its buyer asked to correct an address: the code may be replaced then, too. */
  readonly corrections: string[] = []
  /** The id of the voucher for each time that an admin asked to send a gift email again or corrected an address. */
  readonly giftPresses: string[] = []
  /** The ids of emails that an admin asked to send again, some of them to an address that they typed. */
  readonly sentAgain = new Set<string>()
  /** Receives every event of Stripe. */
  onEvent: (event: Stripe.EventBase) => void = () => {}
  readonly #name: string
  readonly #random: Prng
  readonly #processes = new Map<string, SimProcess>()

  constructor(name: string, database: SimDatabase, createFaultPlan: (run: SimRun) => FaultPlan) {
    this.#name = name
    this.prng = this.prngFor('people')
    // The names are parts of the seeds: another name would play other schedules.
    this.rarePrng = this.prngFor('seldom')
    this.#random = this.prngFor('random')
    this.stripe = openStripe({
      timeline: this.timeline,
      prng: this.prngFor('stripe'),
      announce: (event) => this.#handleEvent(event),
      onRefusedRefund: (parameters) => this.refusedRefunds.add(parameters.get('metadata[refund_id]')),
      randomDelay: () => randomDelay(this),
    })
    this.database = database
    this.faultPlan = createFaultPlan(this)
    database.context = this
  }

  prngFor(purpose: string): Prng {
    return createPrng(this.#name, purpose)
  }

  rows = <Row = Record<string, unknown>>(query: string, values?: unknown[]): Promise<Row[]> =>
    this.database.rows<Row>(query, values)

  /** Runs `work` in a new process that is killed after `limit` ms. Resolves to its outcome. */
  async runProcess<Answer>(
    name: string,
    limit: number,
    work: (invocation: Invocation) => Promise<Answer>,
  ): Promise<ProcessOutcome<Answer>> {
    const outcome = this.timeline.defer<ProcessOutcome<unknown>>()
    const simProcess = new SimProcess(this, `${name} (${this.#processes.size + 1})`, outcome)
    this.#processes.set(simProcess.name, simProcess)
    this.timeline.after(limit, () => simProcess.kill('of old age'))
    const background: Promise<unknown>[] = []
    const invocation = this.#createInvocation(simProcess, (task) => void background.push(task))
    this.timeline.start(async () => {
      await work(invocation).then(
        (answer) => simProcess.finish({ answer }),
        (error: unknown) => {
          if (!simProcess.hasFault && !isFinalError(error))
            this.problems.push(`${simProcess.name} failed without a fault: ${describeError(error)}`)
          simProcess.finish({ error })
        },
      )
      void Promise.allSettled(background).then(() => simProcess.end())
    })
    return (await outcome.promise) as ProcessOutcome<Answer>
  }

  /** Records a start, and checks that a request id always gets the same intent. */
  recordIntent(requestId: string, secret: string, requestedAt: number): void {
    this.starts.push({ intentId: intentOf(secret), requestedAt })
    const attempt = this.attempts.get(requestId)!
    const earlier = attempt.secret ?? secret
    attempt.secret = secret
    if (earlier !== secret)
      this.problems.push(`request ${requestId} got two intents, ${earlier} and ${secret}`)
  }

  /** Records a problem for each logged failure of a process whose calls met no fault and were not slow. */
  onLog = (line: string): void => {
    const entry = JSON.parse(line) as Record<string, string>
    const { level, message, requestId = '', failure = '', detail = '', reason = '' } = entry
    if (level === 'info') return
    // Not its place: which callers a stack still has depends on what else the process runs.
    this.trace.note(`${requestId} logs: ${level} ${message} ${failure} ${detail}`)
    const simProcess = this.#processes.get(requestId)
    // The simulation never edits the database by hand. A day of incomplete runs is one or two where rounds are skipped.
    if (message === 'our books differ from Stripe' && !(this.skipsRounds && simProcess?.hasFault))
      this.problems.push(`${requestId} told of a difference: ${entry['kind']} of ${entry['subject']}`)
    if (
      level !== 'error' ||
      failure === '' ||
      !simProcess ||
      simProcess.hasFault ||
      // The provider refuses the address.
      reason === 'code 406' ||
      detail.startsWith('no answer within')
    )
      return
    this.problems.push(`${requestId} failed without a fault: ${message}, ${failure}`)
  }

  setVirtualTimer = (ms: number, work: () => void): void => this.timeline.after(ms, work)

  #handleEvent(event: Stripe.EventBase): void {
    const { id } = event.data.object as { id: string }
    if (event.type === 'payment_intent.succeeded') this.paidAt.set(id, this.timeline.now)
    if (event.type === 'payment_intent.processing') this.processing.add(id)
    this.trace.note(`stripe: ${event.type} ${id}`)
    this.onEvent(event)
  }

  #createInvocation(simProcess: SimProcess, onBackgroundWork: (work: Promise<unknown>) => void): Invocation {
    const { timeline, database, mailbox, stripe } = this
    let sdk: Services['stripe'] | undefined
    const services: Services = {
      db: database.clientFor(simProcess, () =>
        mailbox.recordSent(simProcess, (ids) => database.findSent(ids)),
      ),
      // Created on first use, like the real client.
      get stripe() {
        return (sdk ??= stripeClientFor(simProcess, stripe))
      },
      email: mailbox.clientFor(simProcess),
      clock: { now: () => new Date(timeline.now) },
      random: this.#random,
      buildHook: { isSet: false, start: async () => false },
      breachedPasswords: { includes: async () => false },
    }
    const waitUntil = (work: Promise<unknown>) => {
      timeline.track(work)
      onBackgroundWork(work)
    }
    const context = {
      requestId: simProcess.name,
      params: {},
      waitUntil,
      deploy: { context: 'production' },
    } as unknown as Context
    return { services, context }
  }
}
