import { DomainError } from '../../../src/server/domain-error.ts'
import { waitUntil } from '../../../src/server/http/response.ts'
import { sendEmails } from '../../../src/server/email/send-emails.ts'
import type { Services } from '../../../src/server/clients/services.ts'
import type { Run } from './run.ts'

const SECOND = 1000
const LIMIT = 60_000
export const OWNER = '00000000-0000-4000-8000-0000000000aa'

export type Act = (services: Services) => Promise<unknown>

/** Presses a button of the portal, and once more under the same name as long as nobody answers. Whether it was done. */
export async function press(run: Run, what: string, act: Act, tries = 3): Promise<boolean> {
  for (let nth = 0; nth < tries; nth += 1) {
    const outcome = await run.live(`owner ${what}`, LIMIT, async ({ services, context }) => {
      const answer = await act(services)
      waitUntil(context, sendEmails(services))
      return answer
    })
    const said =
      outcome === 'dead' ? 'no answer' : JSON.stringify('answer' in outcome ? outcome.answer : outcome.error)
    run.trace.note(`owner ${what}: ${said}`)
    if (outcome !== 'dead' && 'answer' in outcome) return true
    if (outcome !== 'dead' && isRefusal(outcome.error)) return false
    await run.timeline.wait(5 * SECOND)
  }
  return false
}

/** Whether it says that something cannot be done; the same again would be refused again. */
export const isRefusal = (error: unknown) => error instanceof DomainError && error.code !== 'payment_provider'
