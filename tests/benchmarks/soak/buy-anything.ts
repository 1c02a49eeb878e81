import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { voucher } from '../payments/payments.ts'
import { pay, post, purchaseOf, type Shop, type Wanted } from '../purchases/buy.ts'

const TRIES = 5
const PAUSE_MS = 100

/** From the form to the code or the order, as stubborn as a person. Answers whether it came to that. */
export async function buyAnything(shop: Shop, shelf: Wanted[], nth: number): Promise<boolean> {
  const product = nth % 2 === 0 ? shelf[nth % shelf.length] : undefined
  const requestId = randomUUID()
  const started = await stubborn(() =>
    product
      ? post(shop, '/api/create-product-payment-intent', { ...purchaseOf(product, nth), requestId }, nth)
      : post(shop, '/api/create-payment-intent', { ...voucher(), requestId }, nth),
  )
  const { clientSecret } = started ?? {}
  if (!clientSecret || !(await stubborn(() => paid(shop, clientSecret)))) return false
  const path = product ? '/api/create-order' : '/api/gift-vouchers'
  return (await stubborn(() => post(shop, path, { clientSecret }, nth))) !== undefined
}

async function paid(shop: Shop, clientSecret: string): Promise<{ code?: string }> {
  return (await pay(shop, clientSecret)) ? {} : { code: 'not_paid' }
}

/** Asks until there is an answer without a code of what went wrong. */
async function stubborn<Answer extends { code?: string }>(
  ask: () => Promise<Answer>,
): Promise<Answer | undefined> {
  for (let turn = 0; turn < TRIES; turn++) {
    const answer = await ask().catch(() => undefined)
    if (answer && answer.code === undefined) return answer
    await pause(PAUSE_MS)
  }
  return undefined
}
