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
   * is shown once: in the dialog from which the action was begun, or in a toast if it was begun on the page.
   */
  failedToast?: string | ((message: string) => string)
  /** What to do without a response, of a change that may not be repeated. */
  undecided?: string
}

const UNDECIDED = 'We cannot tell whether this went through.'
/** Nearly every change has one effect. */
const REPEAT = 'Please try again. Nothing will be done twice.'
/** How long an action waits at its end for what is on the screen to be loaded again (ms). */
const RELOAD_MS = 2000

/**
 * Sends a change, shows a toast with its result and reloads what is on the screen. All actions of the portal go through
 * this function.
 */
export async function runAction<Reply>(
  send: () => Promise<Reply>,
  { done, failed, failedToast, undecided }: ActionTexts<Reply>,
): Promise<ActionResult> {
  // Another one may be opened meanwhile, which does not show the failure.
  const hasDialog = document.querySelector('.dialog[open]') !== null
  try {
    const reply = await send()
    showToast(typeof done === 'string' ? { title: 'Success', description: done } : done(reply))
  } catch (error) {
    const failure = describeFailure(error, failed, undecided)
    if (failedToast !== undefined || !hasDialog)
      showToast({
        title: 'Error',
        description: describeToast(failedToast, failed, failure.message, error),
        variant: 'destructive',
      })
    // The item was changed elsewhere.
    if (error instanceof ApiError && error.status === 409) await reloadSoon()
    return failure
  }
  await reloadSoon()
  return undefined
}

const reloadSoon = () =>
  Promise.race([reloadAfterChange(), new Promise((resolve) => setTimeout(resolve, RELOAD_MS))])

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

const describeFailure = (error: unknown, failed: string, undecided = REPEAT): ActionError =>
  isUndecided(error) ? { message: `${UNDECIDED} ${undecided}` } : toActionError(error, failed)
