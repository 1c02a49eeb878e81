import { toActionError } from '#islands/admin/shared/error-message.ts'
import { reloadAfterChange } from '#islands/admin/shared/server-data.ts'
import { ApiError, isUndecided } from '#lib/api.ts'
import type { ActionError, ActionResult } from '#ui/FormDialog.tsx'
import { showToast, type Toast } from '#ui/toast.ts'

export interface ActionTexts<Reply> {
  /** The toast on success, or its description. */
  done: string | ((reply: Reply) => Toast)
  /** The error message if the server gives none. */
  failed: string
  /**
   * The specified toast on failure: its description, or a function of the server's error message. Without one, the error
   * is shown once: in the dialog of the action, or in a toast if there is no dialog.
   */
  failedToast?: string | ((message: string) => string)
}

/** What is known without a response: every change has one effect, so it can be repeated. */
const UNDECIDED = 'We cannot tell whether this went through. Please try again. Nothing will be done twice.'

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
    if (failedToast !== undefined || !document.querySelector('.dialog[open]'))
      showToast({
        title: 'Error',
        description: describeToast(failedToast, failed, failure.message, error),
        variant: 'destructive',
      })
    // The item was changed elsewhere.
    if (error instanceof ApiError && error.status === 409) await reloadAfterChange()
    return failure
  }
  await reloadAfterChange()
  return undefined
}

/** The specified text comes first, then what is known. */
function describeToast(
  failedToast: ActionTexts<unknown>['failedToast'],
  failed: string,
  message: string,
  error: unknown,
): string {
  if (failedToast === undefined) return message
  const specified =
    typeof failedToast === 'string' ? failedToast : failedToast(isUndecided(error) ? failed : message)
  return isUndecided(error) ? `${specified}. ${message}` : specified
}

const describeFailure = (error: unknown, failed: string): ActionError =>
  isUndecided(error) ? { message: UNDECIDED } : toActionError(error, failed)
