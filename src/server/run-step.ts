import { describeFailure, log } from '#server/log.ts'

/**
 * Runs one step of a scheduled job and returns its result, or undefined if time is up or the step failed. A failure is
 * logged, so that the next steps run.
 */
export async function runStep<Result>(
  step: string,
  timeIsUp: () => boolean,
  work: () => Promise<Result>,
): Promise<Result | undefined> {
  if (timeIsUp()) return undefined
  try {
    return await work()
  } catch (error) {
    log('error', 'step of a job failed', { step, ...describeFailure(error) })
    return undefined
  }
}
