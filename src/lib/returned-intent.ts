import { readSession, writeSession } from './session-storage.ts'

/** A payment whose buyer was sent elsewhere to decide about it, and came back. */
export interface ReturnedIntent {
  clientSecret: string
  /** What the address said; only the server knows what is true. */
  failed: boolean
}

/** Where on the page a returning buyer left it. */
const CHAPTERS: Record<string, string> = { '/': 'gift-vouchers', '/shop': 'products' }

const KEY = 'returned-intent'
// The contract's schema would bring its library into the head of every page.
const SECRET = /^pi_[A-Za-z0-9]{1,200}_secret_[A-Za-z0-9]{1,200}$/
const KEPT = /^(failed|open) (\S+)$/

/** Also here, for a browser that keeps nothing. */
let returned: string | undefined

const keyOf = (path: string) => `${KEY}:${path.replace(/(?<=.)\/$/, '')}`

/**
 * Takes the intent out of the address bar, before the address goes anywhere as a referrer, and brings its chapter into
 * view. https://docs.stripe.com/payments/payment-intents/verifying-status#checking-status-after-redirects
 */
export function catchReturnedIntent(): void {
  const address = new URL(location.href)
  const clientSecret = address.searchParams.get('payment_intent_client_secret')
  if (clientSecret === null) return
  const state = address.searchParams.get('redirect_status') === 'failed' ? 'failed' : 'open'
  if (SECRET.test(clientSecret)) {
    returned = `${state} ${clientSecret}`
    writeSession(keyOf(address.pathname), returned)
  }
  for (const name of ['payment_intent', 'payment_intent_client_secret', 'redirect_status']) {
    address.searchParams.delete(name)
  }
  const chapter = CHAPTERS[address.pathname]
  if (chapter) address.hash = chapter
  history.replaceState(history.state, '', address)
  if (chapter) document.querySelector(`#${chapter}`)?.scrollIntoView({ behavior: 'instant' })
}

/** The one that came back to this page and that nobody has dealt with yet. */
export function returnedIntent(): ReturnedIntent | undefined {
  catchReturnedIntent()
  const [, state, clientSecret = ''] =
    KEPT.exec(returned ?? readSession(keyOf(location.pathname)) ?? '') ?? []
  return SECRET.test(clientSecret) ? { clientSecret, failed: state === 'failed' } : undefined
}

export function forgetReturnedIntent(): void {
  returned = undefined
  writeSession(keyOf(location.pathname), undefined)
}
