import { describe, expect, it } from 'vitest'
import { addDays, londonDay } from '#contract/send-date'
import * as form from '../../../src/islands/voucher/voucher-form.store.ts'
import { createAnother, step, submitAmount } from '../../../src/islands/voucher/voucher.store.ts'
import { currentToast } from '../../../src/ui/toast.ts'
import { fillInVoucher } from './fake-voucher-api.ts'

describe('choosing an amount', () => {
  it('cannot continue without a choice or with an empty custom amount', () => {
    expect(form.canPurchase.value).toBe(false)
    form.chooseAmount('custom')
    expect(form.canPurchase.value).toBe(false)
    form.typeCustomAmount('12.34')
    expect(form.canPurchase.value).toBe(true)
    expect(form.pence.value).toBe(1234)
  })

  it('stays at the step with an error when the amount is invalid', () => {
    form.typeCustomAmount('500.01')
    expect(submitAmount()).toBe(false)
    expect(step.value.name).toBe('amount')
    expect(form.errors.value.originalAmount).toBe('The largest voucher is £500.00')
    expect(currentToast.value).toMatchObject({ title: 'Error', variant: 'destructive' })
  })
})

describe('choosing how the voucher arrives', () => {
  const sent = () => form.order.value.voucherData

  it('sends neither a day nor a choice for the default, as before there was one', () => {
    fillInVoucher()
    form.typeDetail('sendOn', addDays(londonDay(new Date()), 30))
    expect(sent()).toMatchObject({ recipientEmail: 'recipient@example.com' })
    expect(sent()).not.toHaveProperty('deliverTo')
    expect(sent()).not.toHaveProperty('sendOn')
    expect(form.checkDetails()).toBe(true)
  })

  it.each([
    ['', 'Please choose a day, such as 2026-12-25'],
    [londonDay(new Date()), 'Please choose a day from tomorrow on, or send it now'],
    [addDays(londonDay(new Date()), 181), 'Please choose a day in the next 180 days'],
  ])('on the day "%s" is refused beside the day', (day, sentence) => {
    fillInVoucher()
    form.chooseArrival('day')
    form.typeDetail('sendOn', day)
    expect(form.checkDetails()).toBe(false)
    expect(form.errors.value).toEqual({ sendOn: sentence })
  })

  it('on a day sends the day', () => {
    fillInVoucher()
    const day = addDays(londonDay(new Date()), 180)
    form.chooseArrival('day')
    form.typeDetail('sendOn', day)
    expect(form.checkDetails()).toBe(true)
    expect(sent()).toMatchObject({ sendOn: day, recipientEmail: 'recipient@example.com' })
  })

  it('to the buyer needs and sends no recipient’s email, and keeps the typed one in the form', () => {
    fillInVoucher()
    form.typeDetail('recipientEmail', 'half@')
    form.chooseArrival('buyer')
    expect(form.checkDetails()).toBe(true)
    expect(sent()).toMatchObject({ deliverTo: 'buyer', recipientEmail: '' })
    form.chooseArrival('now')
    expect(form.checkDetails()).toBe(false)
    expect(form.details.value.recipientEmail).toBe('half@')
  })
})

describe('Create Another Voucher', () => {
  it('clears the choice, the input and the errors', () => {
    fillInVoucher()
    form.chooseArrival('buyer')
    form.typeCustomAmount('500.01')
    submitAmount()
    createAnother()
    expect(step.value.name).toBe('amount')
    expect(form.isBlank.value).toBe(true)
    expect(form.errors.value).toEqual({})
  })
})
