import { readSession, writeSession } from '#lib/session-storage.ts'

/** A payment whose provider redirected the buyer away and back. */
export interface ReturnedIntent {
  clientSecret: string
  /** From the URL; only the server knows the actual state. */
  failed: boolean
}

/** The section of each page that continues the payment. */
const CHAPTERS: Record<string, string> = { '/': 'gift-vouchers', '/shop': 'products' }

const KEY = 'returned-intent'
// A pattern, because the contract's schema would add valibot to the script in every page's head.
const SECRET = /^pi_[A-Za-z0-9]{1,200}_secret_[A-Za-z0-9]{1,200}$/
const KEPT = /^(failed|open) (\S+)$/

/** For browsers without session storage. */
let returned: string | undefined

const keyOf = (path: string) => `${KEY}:${path.replace(/(?<=.)\/$/, '')}`

/**
 * Removes the intent from the URL, so that it is not sent as a referrer, stores it, and scrolls to the page's section.
 * https://docs.stripe.com/payments/payment-intents/verifying-status#checking-status-after-redirects
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

/** Returns the intent that was redirected back to this page, until `forgetReturnedIntent` is called. */
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
