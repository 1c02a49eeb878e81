import type { BodyInput, Endpoint, Reply } from '#contract/endpoint'
import { type Address, ApiError, call, callPage } from '../../lib/api.ts'
import { noteUse } from './session/stored-session.ts'
import { askToSignInAgain, session } from './session/session.store.ts'

/** Calls an admin endpoint. Where the session has ended, waits until its owner has signed in again and then goes on. */
export function ask<E extends Endpoint>(
  endpoint: E,
  body: BodyInput<E>,
  address: Address<E> = {},
): Promise<Reply<E>> {
  return signedIn((headers) => call(endpoint, body, withHeaders(address, headers)))
}

/** The same for a page of a list. */
export function askPage<E extends Endpoint>(endpoint: E, body: BodyInput<E>, address: Address<E> = {}) {
  return signedIn((headers) => callPage(endpoint, body, withHeaders(address, headers)))
}

/** For what no endpoint of the contract describes: `send` is called with the headers of the session. */
export async function signedIn<Result>(
  send: (headers: Record<string, string>) => Promise<Result>,
): Promise<Result> {
  const token = session.value?.token
  try {
    const result = await send({ authorization: `Bearer ${token}` })
    noteUse()
    return result
  } catch (error) {
    if (!(error instanceof ApiError && error.body?.code === 'signed_out')) throw error
    // Another tab, or another call, may have signed in meanwhile.
    if (session.value?.token === token && !(await askToSignInAgain())) throw error
    return signedIn(send)
  }
}

function withHeaders<E extends Endpoint>(address: Address<E>, headers: Record<string, string>): Address<E> {
  return { ...address, headers: { ...address.headers, ...headers } }
}
