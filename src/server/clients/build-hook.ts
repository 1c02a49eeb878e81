import { env, problemWith } from '#server/env.ts'
import { describeFailure, log } from '#server/log.ts'

/** Builds and deploys the site: https://docs.netlify.com/build/configure-builds/build-hooks/ */
export interface BuildHook {
  /** Whether there is a hook. */
  isSet: boolean
  /** Asks for a build. Returns whether it was accepted; logs why not. */
  start(): Promise<boolean>
}

/** Netlify answers at once; a person waits for it (ms). */
const TIMEOUT_MS = 6000

export const buildHook = (timeoutMs = TIMEOUT_MS): BuildHook => ({
  isSet: problemWith('BUILD_HOOK') === undefined,
  async start() {
    try {
      const response = await fetch(env('BUILD_HOOK'), {
        method: 'POST',
        body: '{}',
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      })
      await response.body?.cancel()
      if (!response.ok) log('error', 'the build hook refused', { status: response.status })
      return response.ok
    } catch (error) {
      log('error', 'the build hook could not be reached', describeFailure(error))
      return false
    }
  },
})
