import { beforeEach, describe, expect, it } from 'vitest'
import { amountError, chooseAmount, form } from '#islands/voucher/voucher-form.store.ts'
import {
  backToForm,
  changeAmount,
  createAnother,
  notice,
  step,
  submitAmount,
  submitDetails,
} from '#islands/voucher/voucher.store.ts'
import { atOnce, KEY, OPEN, OTHER_SECRET, SECRET } from '#tests/islands/checkout/fake-payment-api.ts'
import { answer, LOST, refusal } from '#tests/islands/fake-api.ts'
import { BOUGHT, fillInVoucher, PAID } from '#tests/islands/voucher/fake-voucher-api.ts'
import { currentToast } from '#ui/toast.ts'

beforeEach(() => {
  fillInVoucher()
  submitAmount()
})

describe('submitDetails', () => {
  it('opens the payment step with the server’s client secret', async () => {
    const asked = answer(OPEN)
    expect(await submitDetails()).toBe(true)
    expect(step.value).toMatchObject({ name: 'payment', clientSecret: SECRET })
    expect(asked[0]).toMatchObject({
      amount: '50',
      voucherData: { originalAmount: '50', buyerName: 'Buyer Name' },
    })
    expect(currentToast.value).toMatchObject({ title: 'Ready for Payment' })
  })

  it('sends no request while a field is invalid', async () => {
    const asked = answer(OPEN)
    form.setValue('buyerName', '')
    expect(await submitDetails()).toBe(false)
    expect(form.errors.value).toMatchObject({ buyerName: 'Buyer name must be at least 2 characters' })
    expect(asked).toEqual([])
  })

  it('shows the server’s error messages at the fields and keeps the input', async () => {
    const fields = { 'voucherData.recipientEmail': 'Please enter a valid email address' }
    answer([400, { message: 'no', code: 'invalid_request', fields }])
    await submitDetails()
    expect(form.errors.value.recipientEmail).toBe('Please enter a valid email address')
    expect(step.value.name).toBe('details')
    expect(form.values.value.buyerName).toBe('Buyer Name')
    expect(currentToast.value?.description).toBe('Failed to create gift voucher. Please try again.')
  })

  it('returns to the amount step when the server rejects the amount', async () => {
    const fields = { 'voucherData.originalAmount': 'Too much' }
    answer([400, { message: 'no', code: 'invalid_request', fields }])
    await submitDetails()
    expect(step.value.name).toBe('amount')
    expect(amountError.value).toBe('Too much')
  })

  it('sends one request, however often the button is pressed', async () => {
    const asked = answer(OPEN)
    await Promise.all([submitDetails(), submitDetails()])
    expect(asked).toHaveLength(1)
  })
})

describe('a voucher purchase attempt', () => {
  it('keeps its request id after a lost response', async () => {
    const asked = answer(LOST, OPEN)
    await submitDetails()
    expect(step.value.name).toBe('details')
    await submitDetails()
    expect(step.value.name).toBe('payment')
    expect(asked[1]).toEqual(asked[0])
  })

  it('is replaced by a new one, which names the old intent, when the input changes', async () => {
    const asked = answer(OPEN, [200, { clientSecret: OTHER_SECRET, publishableKey: KEY }])
    await submitDetails()
    backToForm()
    changeAmount()
    chooseAmount(75)
    submitAmount()
    await submitDetails()
    expect(asked[0]).not.toHaveProperty('replaces')
    expect(asked[1]).toMatchObject({ amount: '75', replaces: SECRET })
    expect(asked[1]?.['requestId']).not.toBe(asked[0]?.['requestId'])
    expect(step.value).toMatchObject({ name: 'payment', clientSecret: OTHER_SECRET })
  })

  it('still names the old intent when the response to a change was lost and the input changes again', async () => {
    const asked = answer(OPEN, LOST, OPEN)
    await submitDetails()
    for (const name of ['Buyer Two', 'Buyer Three']) {
      backToForm()
      form.setValue('buyerName', name)
      await submitDetails()
    }
    expect(asked.map(({ replaces }) => replaces)).toEqual([undefined, SECRET, SECRET])
  })

  it('is sent again when the input is unchanged, so that the server returns its intent', async () => {
    const asked = answer(OPEN, OPEN)
    await submitDetails()
    backToForm()
    await submitDetails()
    expect(asked[1]).toEqual(asked[0])
    expect(step.value).toMatchObject({ name: 'payment', clientSecret: SECRET })
  })

  it('shows the confirmation when its intent was paid in another tab', async () => {
    const asked = answer(OPEN, refusal('already_paid'), BOUGHT)
    await submitDetails()
    backToForm()
    await atOnce(submitDetails())
    expect(asked[2]).toEqual({ clientSecret: SECRET })
    expect(step.value).toMatchObject({ name: 'success', bought: { voucherCode: PAID.voucherCode } })
  })

  it('creates a new intent when the old one was cancelled', async () => {
    const other = { clientSecret: OTHER_SECRET, publishableKey: KEY }
    const asked = answer(OPEN, refusal('request_reused'), [200, other])
    await submitDetails()
    backToForm()
    await submitDetails()
    expect(asked[2]?.['requestId']).not.toBe(asked[0]?.['requestId'])
    expect(step.value).toMatchObject({ name: 'payment', clientSecret: OTHER_SECRET })
  })

  it('shows the purchase when the intent that it replaces was already paid', async () => {
    const asked = answer(OPEN, refusal('already_paid'), BOUGHT)
    await submitDetails()
    backToForm()
    form.setValue('buyerName', 'Another Name')
    await submitDetails()
    await atOnce(Promise.resolve())
    expect(asked[2]).toEqual({ clientSecret: SECRET })
    expect(step.value.name).toBe('success')
  })

  it('gets a new request id when its payment was closed unpaid', async () => {
    const asked = answer(LOST, refusal('request_reused'), OPEN)
    await submitDetails()
    await submitDetails()
    expect(asked[1]).toEqual(asked[0])
    expect(asked[2]?.['requestId']).not.toBe(asked[0]?.['requestId'])
    expect(step.value).toMatchObject({ name: 'payment', clientSecret: SECRET })
  })

  it('still names the intent to replace after it got a new request id', async () => {
    const asked = answer(OPEN, LOST, refusal('request_reused'), OPEN)
    await submitDetails()
    backToForm()
    form.setValue('buyerName', 'Another Name')
    await submitDetails()
    await submitDetails()
    expect(asked.map(({ replaces }) => replaces)).toEqual([undefined, SECRET, SECRET, SECRET])
  })

  it('reports a payment in another tab, and opens no card form', async () => {
    const asked = answer(refusal('already_paid'))
    await submitDetails()
    expect(asked).toHaveLength(1)
    expect(step.value.name).toBe('details')
    expect(notice.value).toContain('already paid for this in another tab')
    expect(currentToast.value).toBeUndefined()
  })

  it('does not open the payment step if the buyer has gone back to the amount', async () => {
    answer(OPEN)
    const submitted = submitDetails()
    changeAmount()
    await submitted
    expect(step.value.name).toBe('amount')
  })

  it('is discarded by Create Another Voucher', async () => {
    const asked = answer(OPEN)
    await submitDetails()
    createAnother()
    fillInVoucher()
    submitAmount()
    await submitDetails()
    expect(asked[1]).not.toHaveProperty('replaces')
    expect(asked[1]?.['requestId']).not.toBe(asked[0]?.['requestId'])
  })
})
