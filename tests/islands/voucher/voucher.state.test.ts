import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import * as voucher from '../../../src/islands/voucher/voucher.state.ts'
import { currentToast } from '../../../src/ui/toast.ts'

vi.mock('../../../src/ui/mount-toaster.tsx', () => ({ mountToaster: () => {} }))

const SECRET = 'pi_1_secret_2'
const PAID = {
  id: '3f0c1b8e-6a63-4e0c-9a64-0a4ad7a0a001',
  voucherCode: '7K2M-0PQR-4XVB-19DN',
  status: 'active',
  amount: '50.00',
  originalAmount: '50.00',
  currentBalance: '50.00',
  reference: 'pi_1',
  buyerName: 'Buyer Name',
  recipientName: 'Recipient Name',
  recipientEmail: 'recipient@example.com',
  expiryDate: '2027-11-21',
  timestamp: '2026-11-21T14:32:08.000Z',
}

/** The server's answers, in turn; the last one stays. */
function answer(...answers: [status: number, body: unknown][]) {
  const asked: unknown[] = []
  vi.stubGlobal('fetch', async (_path: string, init: RequestInit) => {
    asked.push(JSON.parse(init.body as string))
    const [status, body] = (answers.length > 1 ? answers.shift() : answers[0])!
    if (status === 0) throw new TypeError('Failed to fetch')
    return Response.json(body, { status })
  })
  return asked
}

function fillIn() {
  voucher.typeDetail('buyerName', 'Buyer Name')
  voucher.typeDetail('buyerEmail', 'buyer@example.com')
  voucher.typeDetail('recipientName', 'Recipient Name')
  voucher.typeDetail('recipientEmail', 'recipient@example.com')
}

beforeEach(() => {
  voucher.createAnother()
  currentToast.value = undefined
})
afterEach(() => void vi.unstubAllGlobals())

describe('choosing an amount', () => {
  it('cannot go on before one is chosen, nor with a custom one left empty', () => {
    expect(voucher.canPurchase.value).toBe(false)
    voucher.chooseAmount('custom')
    expect(voucher.canPurchase.value).toBe(false)
    voucher.typeCustomAmount('12.34')
    expect(voucher.canPurchase.value).toBe(true)
    expect(voucher.pence.value).toBe(1234)
  })

  it('stays and says why when the amount is none', () => {
    voucher.typeCustomAmount('500.01')
    expect(voucher.purchase()).toBe(false)
    expect(voucher.stage.value.name).toBe('amount')
    expect(voucher.errors.value.originalAmount).toBe('The largest voucher is £500.00')
    expect(currentToast.value).toMatchObject({ title: 'Error', variant: 'destructive' })
  })
})

describe('starting the payment', () => {
  it('goes on to payment with the server’s secret', async () => {
    const asked = answer([200, { clientSecret: SECRET, publishableKey: 'pk_test_1' }])
    voucher.chooseAmount(50)
    voucher.purchase()
    fillIn()
    expect(await voucher.submitDetails()).toBe(true)
    expect(voucher.stage.value).toMatchObject({ name: 'payment', clientSecret: SECRET })
    expect(asked[0]).toMatchObject({
      amount: '50',
      voucherData: { originalAmount: '50', buyerName: 'Buyer Name' },
    })
    expect(currentToast.value).toMatchObject({ title: 'Ready for Payment' })
  })

  it('asks the server nothing while a field is wrong', async () => {
    const asked = answer([200, {}])
    voucher.chooseAmount(50)
    voucher.purchase()
    expect(await voucher.submitDetails()).toBe(false)
    expect(voucher.errors.value).toMatchObject({ buyerName: 'Buyer name must be at least 2 characters' })
    expect(asked).toEqual([])
  })

  it('puts the server’s sentences beside the fields, and keeps what was typed', async () => {
    const fields = { 'voucherData.recipientEmail': 'Please enter a valid email address' }
    answer([400, { message: 'no', code: 'invalid_request', fields }])
    voucher.chooseAmount(50)
    voucher.purchase()
    fillIn()
    await voucher.submitDetails()
    expect(voucher.errors.value.recipientEmail).toBe('Please enter a valid email address')
    expect(voucher.stage.value.name).toBe('details')
    expect(voucher.details.value.buyerName).toBe('Buyer Name')
    expect(currentToast.value?.description).toBe('Failed to create gift voucher. Please try again.')
  })

  it('goes back to the amount when the server refuses that', async () => {
    answer([
      400,
      { message: 'no', code: 'invalid_request', fields: { 'voucherData.originalAmount': 'Too much' } },
    ])
    voucher.chooseAmount(50)
    voucher.purchase()
    fillIn()
    await voucher.submitDetails()
    expect(voucher.stage.value.name).toBe('amount')
    expect(voucher.errors.value.originalAmount).toBe('Too much')
  })
})

describe('collecting the voucher', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('shows it for eight seconds’ worth of toast', async () => {
    answer([200, { voucher: PAID }])
    await voucher.collectVoucher(SECRET)
    expect(voucher.stage.value).toMatchObject({ name: 'success', voucher: { voucherCode: PAID.voucherCode } })
    expect(currentToast.value).toMatchObject({
      description: 'Payment of £50.00 completed successfully. Reference: pi_1',
      duration: 8000,
    })
  })

  it('asks three times, the last one in time', async () => {
    const asked = answer([500, {}], [0, {}], [200, { voucher: PAID }])
    const collected = voucher.collectVoucher(SECRET)
    await vi.runAllTimersAsync()
    await collected
    expect(asked).toHaveLength(3)
    expect(voucher.stage.value.name).toBe('success')
  })

  it('after three failures says that the e-mail follows and asks not to pay again', async () => {
    const asked = answer([500, {}])
    const collected = voucher.collectVoucher(SECRET)
    await vi.runAllTimersAsync()
    await collected
    expect(asked).toHaveLength(3)
    expect(voucher.stage.value).toMatchObject({ name: 'following', reference: 'pi_1' })
    expect(currentToast.value).toMatchObject({
      title: 'Payment received',
      description:
        "Failed to create voucher after payment: it will follow by e-mail, please don't pay again. Reference: pi_1",
    })
  })

  it('says that the provider is still working when it is', async () => {
    answer([202, { processing: true, message: 'soon' }])
    await voucher.collectVoucher(SECRET)
    expect(voucher.stage.value).toMatchObject({ name: 'following', reason: 'processing' })
  })
})

describe('Create Another Voucher', () => {
  it('begins with nothing chosen, typed or wrong', async () => {
    voucher.typeCustomAmount('500.01')
    voucher.purchase()
    fillIn()
    voucher.createAnother()
    expect(voucher.stage.value.name).toBe('amount')
    expect(voucher.amountText.value).toBe('')
    expect(Object.values(voucher.details.value).join('')).toBe('')
    expect(voucher.errors.value).toEqual({})
  })
})
