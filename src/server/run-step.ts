import { describeFailure, log } from './log.ts'

/**
 * Runs one step of a scheduled job, unless time is up. A failure is logged, and the steps behind it go on; returns
 * undefined then.
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
