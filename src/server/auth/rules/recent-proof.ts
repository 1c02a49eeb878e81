import { STEP_UP_MINUTES } from '#contract/auth/sign-in-limits.ts'
import { DomainError } from '#server/domain-error.ts'

/** Somebody of whom it matters when their session last proved who they are; null as long as a passkey is owed. */
export interface Proved {
  provedAt: Date | null
}

/** Whether the proof is at most `STEP_UP_MINUTES` old. */
export const isFresh = ({ provedAt }: Proved, now: Date): boolean =>
  provedAt !== null && now.getTime() - provedAt.getTime() <= STEP_UP_MINUTES * 60_000

/** The error by which the portal asks again, and repeats the request. */
export const stepUpRequired = () =>
  new DomainError('step_up_required', 'Nothing was changed. Please show once more that it is you.')

export function requireFresh(proved: Proved, now: Date): void {
  if (!isFresh(proved, now)) throw stepUpRequired()
}
