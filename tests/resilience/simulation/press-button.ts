import type { Services } from '#server/clients/services.ts'
import { DomainError } from '#server/domain-error.ts'
import { sendEmails } from '#server/email/send-emails.ts'
import { waitUntil } from '#server/http/response.ts'
import type { SimRun } from '#tests/resilience/simulation/run.ts'

const SECOND = 1000
const LIMIT = 60_000
export const SIM_OWNER = '00000000-0000-4000-8000-0000000000aa'

export type OwnerAction = (services: Services) => Promise<unknown>

/** Presses a button of the portal and repeats the request while no response comes. Resolves to true on success. */
export async function pressButton(
  run: SimRun,
  what: string,
  action: OwnerAction,
  tries = 3,
): Promise<boolean> {
  for (let nth = 0; nth < tries; nth += 1) {
    const outcome = await run.runProcess(`owner ${what}`, LIMIT, async ({ services, context }) => {
      const answer = await action(services)
      waitUntil(context, sendEmails(services))
      return answer
    })
    const result =
      outcome === 'dead' ? 'no answer' : JSON.stringify('answer' in outcome ? outcome.answer : outcome.error)
    run.trace.note(`owner ${what}: ${result}`)
    if (outcome !== 'dead' && 'answer' in outcome) return true
    if (outcome !== 'dead' && isFinalError(outcome.error)) return false
    await run.timeline.wait(5 * SECOND)
  }
  return false
}

/** Returns true for an error that a repetition would get as well. */
export const isFinalError = (error: unknown) =>
  error instanceof DomainError && error.code !== 'payment_provider'
