import { describe, expect, it, vi } from 'vitest'
import { checkout, notice, step, submitAmount, submitDetails } from '#islands/voucher/voucher.store.ts'
import {
  atOnce,
  CANCELLED,
  OPEN,
  PROCESSING,
  SECRET,
  UNKNOWN,
  UNPAID,
} from '#tests/islands/checkout/fake-payment-api.ts'
import { answer, answerAfter, LOST } from '#tests/islands/fake-api.ts'
import { BOUGHT, fillInVoucher, PAID } from '#tests/islands/voucher/fake-voucher-api.ts'
import { currentToast } from '#ui/toast.ts'

const { completePurchase, resume } = checkout
const RETURNED = { moveFocus: true, announce: true, declined: false }

describe('completePurchase', () => {
  it('shows the voucher and an eight-second toast', async () => {
    answer(BOUGHT)
    await completePurchase(SECRET)
    expect(step.value).toMatchObject({ name: 'success', bought: { voucherCode: PAID.voucherCode } })
    expect(currentToast.value).toMatchObject({
      description: 'Payment of £50.00 completed successfully. Reference: pi_1',
      duration: 8000,
    })
  })

  it('claims the voucher in three attempts', async () => {
    const asked = answer([500, {}], LOST, BOUGHT)
    await atOnce(completePurchase(SECRET))
    expect(asked).toHaveLength(3)
    expect(step.value.name).toBe('success')
  })

  it('says after three failures that the email follows, and not to pay again', async () => {
    const asked = answer([500, {}])
    await atOnce(completePurchase(SECRET))
    expect(asked).toHaveLength(3)
    expect(step.value).toMatchObject({ name: 'following', reference: 'pi_1', reason: 'unreached' })
    expect(currentToast.value).toMatchObject({
      title: 'Payment received',
      description:
        "Failed to create voucher after payment: it will follow by e-mail, please don't pay again. Reference: pi_1",
    })
  })

  it('gives up after 20 s without a response', async () => {
    const asked = answerAfter(12_000, [500, {}])
    const collecting = completePurchase(SECRET)
    await vi.advanceTimersByTimeAsync(20_000)
    await collecting
    expect(step.value).toMatchObject({ name: 'following', reason: 'unreached' })
    await vi.runAllTimersAsync()
    expect(asked).toHaveLength(2)
  })

  it('never shows the form again after a payment, whatever the server says', async () => {
    for (const said of [UNPAID, UNKNOWN]) {
      answer(said)
      await atOnce(completePurchase(SECRET))
      expect(step.value).toMatchObject({ name: 'following', reason: 'unreached' })
    }
  })

  it('says that the provider is still processing, and claims again on Try again', async () => {
    const asked = answer(PROCESSING)
    await completePurchase(SECRET)
    expect(step.value).toMatchObject({ name: 'following', reason: 'processing' })
    await completePurchase(SECRET)
    expect(asked).toHaveLength(2)
    expect(step.value).toMatchObject({ name: 'following', reason: 'processing' })
  })

  it('stays at the pending step when Try again gets no response', async () => {
    answer(PROCESSING)
    await completePurchase(SECRET)
    answer(LOST)
    await atOnce(completePurchase(SECRET))
    expect(step.value).toMatchObject({ name: 'following', reason: 'processing' })
    expect(currentToast.value?.title).toBe('Error')
  })

  it('returns to the payment when the provider has declined', async () => {
    fillInVoucher()
    submitAmount()
    answer(OPEN, PROCESSING, UNPAID)
    await submitDetails()
    await completePurchase(SECRET)
    await completePurchase(SECRET)
    expect(step.value).toMatchObject({ name: 'payment', clientSecret: SECRET })
  })
})

describe('resume', () => {
  it('offers to try again, never to pay, while the payment’s state is unknown', async () => {
    answer(LOST)
    await atOnce(resume(SECRET))
    expect(step.value).toMatchObject({ name: 'resuming', unreached: true })
    answer(BOUGHT)
    await resume(SECRET)
    expect(step.value.name).toBe('success')
  })

  it('returns to the form with a notice for a cancelled payment', async () => {
    fillInVoucher()
    answer(CANCELLED)
    await resume(SECRET)
    expect(step.value.name).toBe('details')
    expect(notice.value).toBe('This payment was cancelled.')
  })

  it('starts over for a payment of another browser, and replaces it', async () => {
    answer(UNPAID)
    await resume(SECRET, { ...RETURNED, declined: true })
    expect(step.value.name).toBe('amount')
    expect(notice.value).toContain('you have not been charged')
    expect(currentToast.value?.title).toBe('Payment Failed')
    fillInVoucher()
    submitAmount()
    const asked = answer(OPEN)
    await submitDetails()
    expect(asked[0]).toMatchObject({ replaces: SECRET })
  })
})
