import type { BodyInput, Endpoint, Reply } from '#contract/base/endpoint.ts'
import {
  confirmSession,
  requestSignIn,
  requestStepUp,
  session,
  updateRole,
} from '#islands/admin/session/session.store.ts'
import { ApiError, call, callPage, type CallOptions } from '#lib/api.ts'

/** Sends a request to an admin endpoint. If the session has ended, waits for a new sign-in and repeats the request. */
export function adminCall<E extends Endpoint>(
  endpoint: E,
  body: BodyInput<E>,
  address: CallOptions<E> = {},
): Promise<Reply<E>> {
  return withSession((headers) => call(endpoint, body, withHeaders(address, headers)))
}

/** Like `adminCall`, for a page of a list. */
export function adminCallPage<E extends Endpoint>(
  endpoint: E,
  body: BodyInput<E>,
  address: CallOptions<E> = {},
) {
  return withSession((headers) => callPage(endpoint, body, withHeaders(address, headers)))
}

/**
 * Calls `send` with the session's headers. Repeats it after a new sign-in if the session has ended, and after a proof of the
 * password if that is needed.
 */
export async function withSession<Result>(
  send: (headers: Record<string, string>) => Promise<Result>,
): Promise<Result> {
  const token = session.value?.token
  try {
    const result = await send({ authorization: `Bearer ${token}` })
    confirmSession()
    return result
  } catch (error) {
    const code = error instanceof ApiError ? error.body?.code : undefined
    if (code === 'step_up_required' && token !== undefined && (await requestStepUp(token)))
      return withSession(send)
    // Another owner has changed what this person may do. What is typed stays until they go elsewhere.
    if (code === 'forbidden') addEventListener('hashchange', () => updateRole('staff'), { once: true })
    if (code !== 'signed_out') throw error
    // Another tab or request may have signed in since.
    if (session.value?.token === token && !(await requestSignIn())) throw error
    return withSession(send)
  }
}

function withHeaders<E extends Endpoint>(
  address: CallOptions<E>,
  headers: Record<string, string>,
): CallOptions<E> {
  return { ...address, headers: { ...address.headers, ...headers } }
}
