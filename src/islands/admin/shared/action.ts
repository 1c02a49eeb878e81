import { ApiError, isUndecided } from '../../../lib/api.ts'
import type { ActionError, ActionResult } from '../../../ui/FormDialog.tsx'
import { showToast } from '../../../ui/toast.ts'
import { toActionError } from './error-message.ts'
import { reloadAfterChange } from './server-data.ts'

export interface ActionTexts<Reply> {
  /** The toast on success: its description, or title and description. */
  done: string | ((reply: Reply) => { title: string; description: string })
  /** The error message if the server gives none. */
  failed: string
  /** The description of the toast on failure, if it is not the error message. */
  failedToast?: string
}

/** Never say "failed" while the result is unknown: the owner would do it twice. Every change has one effect. */
const UNDECIDED = 'We cannot tell whether this was done. Please try again: it counts once.'

/**
 * Sends a change, shows a toast with its result and reloads what is on the screen. All actions of the portal go through
 * this function.
 */
export async function runAction<Reply>(
  send: () => Promise<Reply>,
  { done, failed, failedToast }: ActionTexts<Reply>,
): Promise<ActionResult> {
  try {
    const reply = await send()
    showToast(typeof done === 'string' ? { title: 'Success', description: done } : done(reply))
  } catch (error) {
    const failure = describeFailure(error, failed)
    const description = failedToast ? describeToast(failedToast, error) : failure.message
    showToast({ title: 'Error', description, variant: 'destructive' })
    // The item was changed elsewhere.
    if (error instanceof ApiError && error.status === 409) await reloadAfterChange()
    return failure
  }
  await reloadAfterChange()
  return undefined
}

const describeToast = (failedToast: string, error: unknown): string =>
  isUndecided(error) ? `${failedToast}. It may yet have been done; Refresh shows it.` : failedToast

const describeFailure = (error: unknown, failed: string): ActionError =>
  isUndecided(error) ? { message: UNDECIDED } : toActionError(error, failed)
