import { describe, expect, it, vi } from 'vitest'
import {
  checkout,
  notice,
  step,
  submitAmount,
  submitDetails,
} from '../../../src/islands/voucher/voucher.store.ts'
import { currentToast } from '../../../src/ui/toast.ts'
import * as server from './fake-api.ts'

const { answer, answerAfter, atOnce, SECRET } = server
const { completePurchase, resume } = checkout
const RETURNED = { moveFocus: true, announce: true, declined: false }

describe('collecting the voucher', () => {
  it('shows it for eight seconds’ worth of toast', async () => {
    answer(server.BOUGHT)
    await completePurchase(SECRET)
    expect(step.value).toMatchObject({ name: 'success', bought: { voucherCode: server.PAID.voucherCode } })
    expect(currentToast.value).toMatchObject({
      description: 'Payment of £50.00 completed successfully. Reference: pi_1',
      duration: 8000,
    })
  })

  it('asks three times, the last one in time', async () => {
    const asked = answer([500, {}], server.LOST, server.BOUGHT)
    await atOnce(completePurchase(SECRET))
    expect(asked).toHaveLength(3)
    expect(step.value.name).toBe('success')
  })

  it('after three failures says that the e-mail follows and asks not to pay again', async () => {
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

  it('says the same after 20 s when no answer is an answer, and asks no more', async () => {
    const asked = answerAfter(12_000, [500, {}])
    const collecting = completePurchase(SECRET)
    await vi.advanceTimersByTimeAsync(20_000)
    await collecting
    expect(step.value).toMatchObject({ name: 'following', reason: 'unreached' })
    await vi.runAllTimersAsync()
    expect(asked).toHaveLength(2)
  })

  it('never shows the form again to someone who has paid, whatever the server says', async () => {
    for (const said of [server.UNPAID, server.UNKNOWN]) {
      answer(said)
      await atOnce(completePurchase(SECRET))
      expect(step.value).toMatchObject({ name: 'following', reason: 'unreached' })
    }
  })

  it('says that the provider is still working when it is, and asks once more on Try again', async () => {
    const asked = answer(server.PROCESSING)
    await completePurchase(SECRET)
    expect(step.value).toMatchObject({ name: 'following', reason: 'processing' })
    await completePurchase(SECRET)
    expect(asked).toHaveLength(2)
    expect(step.value).toMatchObject({ name: 'following', reason: 'processing' })
  })

  it('goes on waiting for the provider when Try again reaches nobody', async () => {
    answer(server.PROCESSING)
    await completePurchase(SECRET)
    answer(server.LOST)
    await atOnce(completePurchase(SECRET))
    expect(step.value).toMatchObject({ name: 'following', reason: 'processing' })
    expect(currentToast.value?.title).toBe('Error')
  })

  it('gives the payment back to the buyer when the provider decided against it', async () => {
    server.fillIn()
    submitAmount()
    answer(server.OPEN, server.PROCESSING, server.UNPAID)
    await submitDetails()
    await completePurchase(SECRET)
    await completePurchase(SECRET)
    expect(step.value).toMatchObject({ name: 'payment', clientSecret: SECRET })
  })
})

describe('resuming a payment', () => {
  it('of which nobody can say anything offers to try again, never to pay', async () => {
    answer(server.LOST)
    await atOnce(resume(SECRET))
    expect(step.value).toMatchObject({ name: 'resuming', unreached: true })
    answer(server.BOUGHT)
    await resume(SECRET)
    expect(step.value.name).toBe('success')
  })

  it('that was cancelled goes back to the form and says so', async () => {
    server.fillIn()
    answer(server.CANCELLED)
    await resume(SECRET)
    expect(step.value.name).toBe('details')
    expect(notice.value).toBe('This payment was cancelled.')
  })

  it('that was begun in another browser starts over, in its place', async () => {
    answer(server.UNPAID)
    await resume(SECRET, { ...RETURNED, declined: true })
    expect(step.value.name).toBe('amount')
    expect(notice.value).toContain('you have not been charged')
    expect(currentToast.value?.title).toBe('Payment Failed')
    server.fillIn()
    submitAmount()
    const asked = answer(server.OPEN)
    await submitDetails()
    expect(asked[0]).toMatchObject({ replaces: SECRET })
  })
})
