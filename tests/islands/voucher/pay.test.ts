import { describe, expect, it } from 'vitest'
import { lastErrorMessage } from '#islands/checkout/notifications.ts'
import { isPaying, type PaymentError } from '#islands/checkout/pay.ts'
import { backToForm, checkout, goTo, notice, step } from '#islands/voucher/voucher.store.ts'
import {
  atOnce,
  CANCELLED,
  OPEN,
  PROCESSING,
  SECRET,
  UNPAID,
} from '#tests/islands/checkout/fake-payment-api.ts'
import { answer, LOST } from '#tests/islands/fake-api.ts'
import { BOUGHT, fillInVoucher } from '#tests/islands/voucher/fake-voucher-api.ts'
import { currentToast } from '#ui/toast.ts'

const { pay } = checkout
const refused = (refusal: PaymentError) => pay(SECRET, async () => refusal)
const unexpected = (status: string) =>
  refused({ code: 'payment_intent_unexpected_state', payment_intent: { status } })

describe('pay', () => {
  it('confirms once, however often the button is pressed', async () => {
    answer(BOUGHT)
    let confirmed = 0
    const confirm = async () => void (confirmed += 1)
    await Promise.all([pay(SECRET, confirm), pay(SECRET, confirm)])
    expect(confirmed).toBe(1)
    expect(step.value.name).toBe('success')
    expect(isPaying.value).toBe(false)
  })

  it('shows the provider’s message after a decline until the buyer goes back', async () => {
    const asked = answer(UNPAID)
    await refused({ code: 'card_declined', message: 'Your card was declined.' })
    expect(currentToast.value).toMatchObject({
      title: 'Payment Failed',
      description: 'Your card was declined.',
      duration: 8000,
    })
    expect(asked).toEqual([])
    expect(isPaying.value).toBe(false)
    expect(lastErrorMessage.value).toContain('Your card was declined.')
    backToForm()
    expect(lastErrorMessage.value).toBeUndefined()
  })

  it('returns to the form after the fifth decline, when the server has closed the payment', async () => {
    fillInVoucher()
    const asked = answer(CANCELLED)
    const declined = { type: 'card_error', code: 'card_declined', message: 'Your card was declined.' }
    for (let times = 1; times < 5; times++) await refused(declined)
    expect(asked).toEqual([])
    await refused(declined)
    expect(asked).toHaveLength(1)
    expect(step.value.name).toBe('details')
    expect(notice.value).toBe('This payment was cancelled.')
    expect(lastErrorMessage.value).toBeUndefined()
  })

  it('stays at the card form after five declines while the payment is open', async () => {
    fillInVoucher()
    goTo({ name: 'details' })
    answer(OPEN, UNPAID)
    await checkout.start()
    for (let times = 1; times <= 6; times++) await refused({ type: 'card_error', code: 'card_declined' })
    expect(step.value.name).toBe('payment')
  })

  it('shows the voucher when the payment was completed elsewhere', async () => {
    answer(BOUGHT)
    await unexpected('succeeded')
    expect(step.value.name).toBe('success')
    answer(PROCESSING)
    await unexpected('processing')
    expect(step.value).toMatchObject({ name: 'following', reason: 'processing' })
  })

  it('returns to the form when the payment was cancelled elsewhere', async () => {
    fillInVoucher()
    answer(CANCELLED)
    await unexpected('canceled')
    expect(step.value.name).toBe('details')
    expect(notice.value).toBe('This payment was cancelled.')
  })

  it.each(['api_connection_error', 'api_error'])(
    'shows the voucher when the payment was taken, and the answer was lost (%s)',
    async (type) => {
      answer(BOUGHT)
      await refused({ type, message: 'We could not connect.' })
      expect(step.value.name).toBe('success')
      expect(lastErrorMessage.value).toBeUndefined()
    },
  )

  it('says that nobody knows yet when the answer was lost and we cannot be reached either', async () => {
    answer(LOST)
    await atOnce(refused({ type: 'api_connection_error', message: 'We could not connect.' }))
    expect(step.value).toMatchObject({ name: 'resuming', unreached: true })
    expect(lastErrorMessage.value).toBeUndefined()
  })

  it('asks to try again when the provider’s script throws, and the payment is unpaid', async () => {
    answer(UNPAID)
    await pay(SECRET, () => Promise.reject(new Error('broken')))
    expect(currentToast.value).toMatchObject({ title: 'Payment Failed', description: 'Please try again.' })
    // Whether the buyer was charged is unknown.
    expect(lastErrorMessage.value).toBe('Payment failed. Please try again.')
    expect(isPaying.value).toBe(false)
  })
})
