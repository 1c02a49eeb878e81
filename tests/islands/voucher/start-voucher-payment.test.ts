import { beforeEach, describe, expect, it } from 'vitest'
import * as form from '../../../src/islands/voucher/voucher-form.store.ts'
import {
  backToForm,
  changeAmount,
  createAnother,
  notice,
  step,
  submitAmount,
  submitDetails,
} from '../../../src/islands/voucher/voucher.store.ts'
import { currentToast } from '../../../src/ui/toast.ts'
import * as server from './fake-api.ts'

const { answer, atOnce, SECRET, OTHER_SECRET } = server

beforeEach(() => {
  server.fillIn()
  submitAmount()
})

describe('starting the payment', () => {
  it('goes on to payment with the server’s secret', async () => {
    const asked = answer(server.OPEN)
    expect(await submitDetails()).toBe(true)
    expect(step.value).toMatchObject({ name: 'payment', clientSecret: SECRET })
    expect(asked[0]).toMatchObject({
      amount: '50',
      voucherData: { originalAmount: '50', buyerName: 'Buyer Name' },
    })
    expect(currentToast.value).toMatchObject({ title: 'Ready for Payment' })
  })

  it('asks the server nothing while a field is wrong', async () => {
    const asked = answer(server.OPEN)
    form.typeDetail('buyerName', '')
    expect(await submitDetails()).toBe(false)
    expect(form.errors.value).toMatchObject({ buyerName: 'Buyer name must be at least 2 characters' })
    expect(asked).toEqual([])
  })

  it('puts the server’s sentences beside the fields, and keeps what was typed', async () => {
    const fields = { 'voucherData.recipientEmail': 'Please enter a valid email address' }
    answer([400, { message: 'no', code: 'invalid_request', fields }])
    await submitDetails()
    expect(form.errors.value.recipientEmail).toBe('Please enter a valid email address')
    expect(step.value.name).toBe('details')
    expect(form.details.value.buyerName).toBe('Buyer Name')
    expect(currentToast.value?.description).toBe('Failed to create gift voucher. Please try again.')
  })

  it('goes back to the amount when the server refuses that', async () => {
    const fields = { 'voucherData.originalAmount': 'Too much' }
    answer([400, { message: 'no', code: 'invalid_request', fields }])
    await submitDetails()
    expect(step.value.name).toBe('amount')
    expect(form.errors.value.originalAmount).toBe('Too much')
  })

  it('asks once, however often the button is pressed', async () => {
    const asked = answer(server.OPEN)
    await Promise.all([submitDetails(), submitDetails()])
    expect(asked).toHaveLength(1)
  })
})

describe('one try', () => {
  it('keeps its request id after a lost answer', async () => {
    const asked = answer(server.LOST, server.OPEN)
    await submitDetails()
    expect(step.value.name).toBe('details')
    await submitDetails()
    expect(step.value.name).toBe('payment')
    expect(asked[1]).toEqual(asked[0])
  })

  it('becomes another one when anything changes, in the place of the former', async () => {
    const asked = answer(server.OPEN, [200, { clientSecret: OTHER_SECRET, publishableKey: server.KEY }])
    await submitDetails()
    backToForm()
    changeAmount()
    form.chooseAmount(75)
    submitAmount()
    await submitDetails()
    expect(asked[0]).not.toHaveProperty('replaces')
    expect(asked[1]).toMatchObject({ amount: '75', replaces: SECRET })
    expect(asked[1]?.['requestId']).not.toBe(asked[0]?.['requestId'])
    expect(step.value).toMatchObject({ name: 'payment', clientSecret: OTHER_SECRET })
  })

  it('still names the former intent when the answer to the change was lost and it changed again', async () => {
    const asked = answer(server.OPEN, server.LOST, server.OPEN)
    await submitDetails()
    for (const name of ['Buyer Two', 'Buyer Three']) {
      backToForm()
      form.typeDetail('buyerName', name)
      await submitDetails()
    }
    expect(asked.map(({ replaces }) => replaces)).toEqual([undefined, SECRET, SECRET])
  })

  it('asks whether its intent is still to be paid when nothing changed, and makes no new one', async () => {
    const asked = answer(server.OPEN, server.UNPAID)
    await submitDetails()
    backToForm()
    await submitDetails()
    expect(asked[1]).toEqual({ clientSecret: SECRET })
    expect(step.value).toMatchObject({ name: 'payment', clientSecret: SECRET })
  })

  it('ends at success when its intent was paid in another tab meanwhile', async () => {
    answer(server.OPEN, server.BOUGHT)
    await submitDetails()
    backToForm()
    await submitDetails()
    expect(step.value).toMatchObject({ name: 'success', bought: { voucherCode: server.PAID.voucherCode } })
  })

  it('begins anew when its intent was cancelled meanwhile', async () => {
    const other = { clientSecret: OTHER_SECRET, publishableKey: server.KEY }
    const asked = answer(server.OPEN, server.CANCELLED, [200, other])
    await submitDetails()
    backToForm()
    await submitDetails()
    expect(asked[2]?.['requestId']).not.toBe(asked[0]?.['requestId'])
    expect(asked[2]).not.toHaveProperty('replaces')
    expect(step.value).toMatchObject({ name: 'payment', clientSecret: OTHER_SECRET })
  })

  it('collects what was paid when the one it should replace had been', async () => {
    const asked = answer(server.OPEN, server.refusal('already_paid'), server.BOUGHT)
    await submitDetails()
    backToForm()
    form.typeDetail('buyerName', 'Another Name')
    await submitDetails()
    await atOnce(Promise.resolve())
    expect(asked[2]).toEqual({ clientSecret: SECRET })
    expect(step.value.name).toBe('success')
  })

  it('starts again under a new request id when its payment was closed unpaid', async () => {
    const asked = answer(server.LOST, server.refusal('request_reused'), server.OPEN)
    await submitDetails()
    await submitDetails()
    expect(asked[1]).toEqual(asked[0])
    expect(asked[2]?.['requestId']).not.toBe(asked[0]?.['requestId'])
    expect(step.value).toMatchObject({ name: 'payment', clientSecret: SECRET })
  })

  it('still names the intent to replace when it starts again', async () => {
    const asked = answer(server.OPEN, server.LOST, server.refusal('request_reused'), server.OPEN)
    await submitDetails()
    backToForm()
    form.typeDetail('buyerName', 'Another Name')
    await submitDetails()
    await submitDetails()
    expect(asked.map(({ replaces }) => replaces)).toEqual([undefined, SECRET, SECRET, SECRET])
  })

  it('says that it was paid in another tab, and opens no card form', async () => {
    const asked = answer(server.refusal('already_paid'))
    await submitDetails()
    expect(asked).toHaveLength(1)
    expect(step.value.name).toBe('details')
    expect(notice.value).toContain('already paid for this in another tab')
    expect(currentToast.value).toBeUndefined()
  })

  it('does not pull a buyer forward who has gone back to the amount meanwhile', async () => {
    answer(server.OPEN)
    const submitted = submitDetails()
    changeAmount()
    await submitted
    expect(step.value.name).toBe('amount')
  })

  it('is forgotten with Create Another Voucher', async () => {
    const asked = answer(server.OPEN)
    await submitDetails()
    createAnother()
    server.fillIn()
    submitAmount()
    await submitDetails()
    expect(asked[1]).not.toHaveProperty('replaces')
    expect(asked[1]?.['requestId']).not.toBe(asked[0]?.['requestId'])
  })
})
