import { describe, expect, it } from 'vitest'
import { addDays, londonDay } from '#contract/base/send-date.ts'
import { lastErrorMessage } from '#islands/checkout/notifications.ts'
import {
  amountError,
  canPurchase,
  cardAmount,
  chooseAmount,
  chooseArrival,
  clearForm,
  customAmount,
  form,
  isBlank,
  order,
  pence,
  refuseCustomAmount,
  replayAmount,
  showServerErrors,
  typeCustomAmount,
} from '#islands/voucher/voucher-form.store.ts'
import { createAnother, step, submitAmount } from '#islands/voucher/voucher.store.ts'
import { noteServerTime } from '#lib/server-time.ts'
import { fillInVoucher } from '#tests/islands/voucher/fake-voucher-api.ts'
import { currentToast } from '#ui/toast.ts'

describe('choosing an amount', () => {
  it('cannot continue without a choice or with an empty custom amount', () => {
    expect(canPurchase.value).toBe(false)
    chooseAmount('custom')
    expect(canPurchase.value).toBe(false)
    typeCustomAmount('12.34')
    expect(canPurchase.value).toBe(true)
    expect(pence.value).toBe(1234)
  })

  it('says how an amount is written if the field cannot hold it, and keeps no other', () => {
    typeCustomAmount('60')
    refuseCustomAmount()
    expect(amountError.value).toBe('Please enter an amount such as 50 or 50.00')
    expect(canPurchase.value).toBe(false)
  })

  it.each<[form: string, fields: [name: string, text: string][], card: string]>([
    [
      'a preset, with a custom amount left in its field',
      [
        ['amount', '50'],
        ['custom', '20'],
      ],
      '£50',
    ],
    ['a preset', [['amount', '50']], '£50'],
    ['a custom amount', [['custom', '20']], '£20'],
  ])('takes over from the pre-rendered form %s', (_, fields, card) => {
    clearForm()
    for (const [name, text] of fields) replayAmount(name, text)
    expect(cardAmount.value).toBe(card)
    expect(customAmount.value).toBe(Object.fromEntries(fields)['custom'] ?? '')
  })

  it('stays at the step with an error when the amount is invalid', () => {
    typeCustomAmount('500.01')
    expect(submitAmount()).toBe(false)
    expect(step.value.name).toBe('amount')
    expect(amountError.value).toBe('The largest voucher is £500.00')
    expect(currentToast.value).toMatchObject({ title: 'Error', variant: 'destructive' })
  })
})

describe('choosing how the voucher arrives', () => {
  const sent = () => order.value.voucherData

  it('sends neither a day nor a choice for the default, as before there was one', () => {
    fillInVoucher()
    form.setValue('sendOn', addDays(londonDay(new Date()), 30))
    expect(sent()).toMatchObject({ recipientEmail: 'recipient@example.com' })
    expect(sent()).not.toHaveProperty('deliverTo')
    expect(sent()).not.toHaveProperty('sendOn')
    expect(form.validate()).toBeDefined()
  })

  it('on a day judges none until the server has told which day it is', () => {
    fillInVoucher()
    chooseArrival('day')
    form.setValue('sendOn', addDays(londonDay(new Date()), 181))
    expect(form.validate()).toBeDefined()
  })

  it.each([
    ['', 'Please choose a day, such as 25/12/2026'],
    [londonDay(new Date()), 'Please choose tomorrow or a later day, or send it now'],
    [addDays(londonDay(new Date()), 181), 'Please choose a day in the next 180 days'],
  ])('on the day "%s" is refused beside the day', (day, sentence) => {
    noteServerTime(new Response(null, { headers: { date: new Date().toUTCString() } }))
    fillInVoucher()
    chooseArrival('day')
    form.setValue('sendOn', day)
    expect(form.validate()).toBeUndefined()
    expect(form.errors.value).toEqual({ sendOn: sentence })
  })

  it('on a day sends the day', () => {
    fillInVoucher()
    const day = addDays(londonDay(new Date()), 180)
    chooseArrival('day')
    form.setValue('sendOn', day)
    expect(form.validate()).toBeDefined()
    expect(sent()).toMatchObject({ sendOn: day, recipientEmail: 'recipient@example.com' })
  })

  it('to the buyer needs and sends no recipient’s email, and keeps the typed one in the form', () => {
    fillInVoucher()
    form.setValue('recipientEmail', 'half@')
    chooseArrival('buyer')
    expect(form.validate()).toBeDefined()
    expect(sent()).toMatchObject({ deliverTo: 'buyer', recipientEmail: '' })
    chooseArrival('now')
    expect(form.validate()).toBeUndefined()
    expect(form.values.value.recipientEmail).toBe('half@')
  })
})

describe('the errors of the details', () => {
  it('name every invalid field at once, the day among them', () => {
    fillInVoucher()
    chooseArrival('day')
    form.setValue('buyerName', '')
    form.setValue('recipientEmail', '')
    expect(form.validate()).toBeUndefined()
    expect(form.errors.value).toEqual({
      buyerName: 'Buyer name must be at least 2 characters',
      recipientEmail: 'Please enter a valid email address',
      sendOn: 'Please choose a day, such as 25/12/2026',
    })
  })

  it('disappear one by one as fields are edited, with the message of the last failure', () => {
    showServerErrors({ 'voucherData.buyerName': 'Too short', 'voucherData.buyerEmail': 'Not an address' })
    lastErrorMessage.value = 'Failed to create gift voucher. Please try again.'
    form.setValue('buyerName', 'B')
    expect(form.errors.value).toEqual({ buyerEmail: 'Not an address' })
    expect(lastErrorMessage.value).toBeUndefined()
  })

  it('disappear from the day and the recipient’s email when another arrival is chosen', () => {
    form.showErrors({ sendOn: 'no', recipientEmail: 'no', recipientName: 'no' })
    lastErrorMessage.value = 'Failed to create gift voucher. Please try again.'
    chooseArrival('buyer')
    expect(form.errors.value).toEqual({ recipientName: 'no' })
    expect(lastErrorMessage.value).toBeUndefined()
  })
})

describe('Create Another Voucher', () => {
  it('clears the choice, the input and the errors', () => {
    fillInVoucher()
    chooseArrival('buyer')
    typeCustomAmount('500.01')
    submitAmount()
    form.setValue('buyerName', '')
    form.validate()
    createAnother()
    expect(form.errors.value).toEqual({})
    expect(step.value.name).toBe('amount')
    expect(isBlank.value).toBe(true)
    expect(amountError.value).toBeUndefined()
  })
})
