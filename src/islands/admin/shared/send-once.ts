import type { ActionResult } from '#ui/FormDialog.tsx'

/** How long a request without a known result keeps its id (ms). */
const KEPT_MS = 3_600_000

/** The requests without a known result, of the page: a dialog may be closed after a lost answer and opened again. */
const unanswered = new Map<string, { id: string; at: number }>()

/**
 * Sends a request with an id, and with the same one if it is sent again before it has succeeded, so that it is done once.
 * `request`: what was typed, and what the dialog showed when it was opened; where this has changed since, a person who does
 * the same again means it.
 */
export async function sendOnce(
  request: unknown,
  send: (requestId: string) => Promise<ActionResult>,
): Promise<ActionResult> {
  const key = JSON.stringify(request)
  const last = unanswered.get(key)
  const id = last && Date.now() - last.at < KEPT_MS ? last.id : crypto.randomUUID()
  unanswered.set(key, { id, at: Date.now() })
  const failure = await send(id)
  // A refund that Stripe has refused is stored with its id.
  if (!failure || failure.code === 'not_active') unanswered.delete(key)
  return failure
}
