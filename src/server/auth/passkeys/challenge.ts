import { createSecret, hashSecret } from '#server/auth/secret-tokens.ts'
import type { Services } from '#server/clients/services.ts'
import { readWords, signToken } from '#server/links/signed-token.ts'
import { RATE_LIMITS } from '#server/rate-limits.ts'

export const CHALLENGE_SECONDS = 300

/** What a challenge is for: by whom, as the id of a session, or nobody yet. */
export type ChallengeUse = { purpose: 'sign-in' } | { purpose: 'prove' | 'add'; session: string }

const subjectOf = (use: ChallengeUse) => ('session' in use ? use.session : 'anyone')

/** Returns a challenge and its cookie, which only we can write: nothing is stored before it is used. */
export function createChallenge({ clock, random }: Pick<Services, 'clock' | 'random'>, use: ChallengeUse) {
  const challenge = createSecret(random)
  const expires = clock.now().getTime() + CHALLENGE_SECONDS * 1000
  return {
    challenge,
    cookie: signToken('passkey challenge', use.purpose, subjectOf(use), challenge, String(expires)),
  }
}

/** Returns the challenge of a cookie; undefined if it is forged, expired, of another session or for something else. */
export function readChallenge(cookie: string | undefined, use: ChallengeUse, now: Date): string | undefined {
  const [purpose, subject, challenge, expires] = readWords('passkey challenge', cookie ?? '') ?? []
  const isValid = purpose === use.purpose && subject === subjectOf(use) && Number(expires) > now.getTime()
  return isValid ? challenge : undefined
}

/** A challenge is used once: a limit of one use while it is valid. */
export const useOfChallenge = (challenge: string) => ({
  ...RATE_LIMITS.challenge,
  key: hashSecret(challenge),
})
