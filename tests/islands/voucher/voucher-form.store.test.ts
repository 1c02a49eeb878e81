import { describe, expect, it } from 'vitest'
import * as form from '../../../src/islands/voucher/voucher-form.store.ts'
import { createAnother, step, submitAmount } from '../../../src/islands/voucher/voucher.store.ts'
import { currentToast } from '../../../src/ui/toast.ts'
import { fillIn } from './fake-api.ts'

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

describe('Create Another Voucher', () => {
  it('clears the choice, the input and the errors', () => {
    fillIn()
    form.typeCustomAmount('500.01')
    submitAmount()
    createAnother()
    expect(step.value.name).toBe('amount')
    expect(form.isBlank.value).toBe(true)
    expect(form.errors.value).toEqual({})
  })
})
