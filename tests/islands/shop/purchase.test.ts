import { describe, expect, it } from 'vitest'
import { ORDER_QUANTITY_MAX } from '#contract/orders/orders.ts'
import { lastErrorMessage, untoldErrorMessage } from '#islands/checkout/notifications.ts'
import {
  chooseDelivery,
  form,
  payableTotal,
  selectedProduct,
  total,
} from '#islands/shop/purchase/purchase-form.store.ts'
import {
  backToForm,
  checkout,
  closePurchase,
  isConfirmingClose,
  isUnavailable,
  keepOpen,
  notice,
  requestClose,
  step,
  submit,
} from '#islands/shop/purchase/purchase.store.ts'
import { openDialog, productList } from '#islands/shop/shop-products.store.ts'
import { DELIVERABLE_POSTCODE } from '#tests/harness/deliverable-postcode.ts'
import {
  atOnce,
  OPEN,
  OTHER_OPEN,
  OTHER_SECRET,
  SECRET,
  UNPAID,
} from '#tests/islands/checkout/fake-payment-api.ts'
import { answer, LOST, refusal } from '#tests/islands/fake-api.ts'
import { fillInPurchase, ORDERED } from '#tests/islands/shop/fake-purchase-api.ts'
import { FORK, MAT } from '#tests/islands/shop/fake-shop-api.ts'
import { currentToast, dismissToast } from '#ui/toast.ts'

describe('the purchase form', () => {
  it('multiplies price and quantity in whole pence', () => {
    fillInPurchase('3', { ...FORK, price: '0.07' })
    expect(total.value).toBe(21)
    form.setValue('quantity', '')
    expect(total.value).toBeUndefined()
  })

  it('shows no total for more than can be bought', () => {
    fillInPurchase('6')
    expect(payableTotal.value).toBe(22_800)
    form.setValue('quantity', '7')
    expect(payableTotal.value).toBeUndefined()
    form.setValue('quantity', '9'.repeat(2000))
    expect(payableTotal.value).toBeUndefined()
    expect(form.validate()).toBeUndefined()
    expect(form.errors.value.quantity).toBe(`Quantity must be at most ${ORDER_QUANTITY_MAX}`)
  })

  it('sends exactly its input', async () => {
    const asked = answer(OPEN)
    fillInPurchase()
    form.setValue('delivery', 'local')
    expect(await submit()).toBe(true)
    expect(asked[0]).toMatchObject({
      productId: FORK.id,
      amount: '76.00',
      quantity: '2',
      purchaseData: {
        firstName: 'First',
        delivery: 'local',
        shippingAddress: { line1: '2 Example Street', city: 'Liverpool', postcode: DELIVERABLE_POSTCODE },
      },
    })
    expect(step.value).toMatchObject({ name: 'payment', clientSecret: SECRET })
    expect(currentToast.value?.title).toBe('Ready for Payment')
  })

  it('sends no request while a field is invalid or the quantity exceeds the stock', async () => {
    const asked = answer(OPEN)
    fillInPurchase('7')
    form.setValue('postcode', 'L1')
    expect(await submit()).toBe(false)
    expect(form.errors.value).toEqual({ postcode: 'Postcode required' })
    form.setValue('postcode', DELIVERABLE_POSTCODE)
    expect(await submit()).toBe(false)
    expect(form.errors.value).toEqual({ quantity: 'There are only 6 of these left' })
    expect(asked).toEqual([])
  })

  it('checks the postcode for local delivery only, and formats it', async () => {
    const asked = answer(OPEN)
    fillInPurchase()
    form.setValue('postcode', 'ZZZZZ')
    chooseDelivery('local')
    expect(await submit()).toBe(false)
    expect(form.errors.value).toEqual({
      postcode: `Please enter a postcode such as ${DELIVERABLE_POSTCODE}.`,
    })
    chooseDelivery('collection')
    expect(form.errors.value.postcode).toBeUndefined()
    chooseDelivery('local')
    form.setValue('postcode', DELIVERABLE_POSTCODE.replace(' ', '').toLowerCase())
    expect(await submit()).toBe(true)
    expect(asked).toMatchObject([{ purchaseData: { shippingAddress: { postcode: DELIVERABLE_POSTCODE } } }])
  })

  it('shows the server’s error messages at the fields', async () => {
    const fields = {
      'purchaseData.shippingAddress.city': 'City required',
      'purchaseData.email': 'Valid email required',
    }
    answer(refusal('invalid_request', 'Please look at the fields.', 400, fields))
    fillInPurchase()
    expect(await submit()).toBe(false)
    expect(form.errors.value).toEqual({ city: 'City required', email: 'Valid email required' })
    expect(currentToast.value).toMatchObject({
      title: 'Error',
      description: 'Failed to proceed to payment. Please try again.',
    })
  })

  it('shows an error that concerns no field', async () => {
    answer(
      refusal('invalid_request', 'no', 400, {
        amount: 'This is more than we can take in one payment, so please order fewer',
      }),
    )
    fillInPurchase()
    await submit()
    expect(lastErrorMessage.value).toBe('This is more than we can take in one payment, so please order fewer')
  })

  it('sends one request, however often its button is pressed', async () => {
    const asked = answer(OPEN)
    fillInPurchase()
    await Promise.all([submit(), submit()])
    expect(asked).toHaveLength(1)
  })

  it.each([
    ['no answer', LOST],
    ['no key', refusal('unavailable', 'Card payments are not available.', 503)],
  ] as const)('offers the phone when there is %s', async (_, failed) => {
    answer([...failed])
    fillInPurchase()
    await submit()
    expect(isUnavailable.value).toBe(true)
    expect(form.values.value.firstName).toBe('First')
  })
})

describe('a purchase of an outdated product', () => {
  const sold = refusal('sold_out', 'There is only 1 of these left.', 409, {
    quantity: 'There is only 1 of these left',
  })

  it('reloads the products and updates the maximum quantity', async () => {
    answer(sold, [200, [{ ...FORK, stock: 1 }, MAT]])
    fillInPurchase()
    await submit()
    expect(selectedProduct.value?.stock).toBe(1)
    expect(productList.value).toMatchObject({ name: 'here', products: [{ stock: 1 }, {}] })
    expect(form.errors.value).toEqual({ quantity: 'There is only 1 of these left' })
    expect(form.values.value.quantity).toBe('2')
  })

  it('shows a new price before it can be submitted', async () => {
    const changed = refusal('changed_meanwhile', 'The price of this product has changed.')
    const asked = answer(changed, [200, [{ ...FORK, price: '41.50' }]], OPEN)
    fillInPurchase()
    await submit()
    expect(lastErrorMessage.value).toBe('The price of this product has changed.')
    expect(total.value).toBe(8300)
    await submit()
    expect(asked[1]).toMatchObject({ amount: '83.00' })
    expect(lastErrorMessage.value).toBeUndefined()
  })

  it('counts a product that is no longer for sale as out of stock', async () => {
    answer(refusal('not_found', 'This product is no longer in the shop.', 404), [200, [MAT]])
    fillInPurchase()
    await submit()
    expect(selectedProduct.value).toMatchObject({ id: FORK.id, stock: 0 })
    const asked = answer(OPEN)
    await submit()
    expect(asked).toHaveLength(1)
  })

  it('keeps the product when the list cannot be loaded', async () => {
    answer(sold, LOST)
    fillInPurchase()
    await submit()
    expect(selectedProduct.value?.stock).toBe(6)
  })
})

describe('requestClose', () => {
  it('asks for confirmation only when something would be lost, and can be cancelled', async () => {
    fillInPurchase()
    requestClose()
    expect(isConfirmingClose.value).toBe(true)
    expect(openDialog.value).toBeDefined()
    keepOpen()
    expect(form.values.value.firstName).toBe('First')
    form.reset()
    requestClose()
    expect(openDialog.value).toBeUndefined()
  })

  it('asks for confirmation while a payment is open or its state is unknown', async () => {
    answer(OPEN)
    fillInPurchase()
    await submit()
    requestClose()
    expect(isConfirmingClose.value).toBe(true)
    keepOpen()
    answer(LOST)
    await atOnce(checkout.resume(SECRET))
    requestClose()
    expect(isConfirmingClose.value).toBe(true)
  })

  it('discards everything but the intent that the next attempt replaces', async () => {
    const asked = answer(OPEN, OTHER_OPEN)
    fillInPurchase()
    await submit()
    closePurchase()
    expect(form.values.value.firstName).toBe('')
    expect(checkout.attempts.attempt.value).toMatchObject({ order: '', replaces: SECRET })
    fillInPurchase('1', { ...MAT, stock: 3, inStock: true })
    await submit()
    expect(asked[1]).toMatchObject({ productId: MAT.id, replaces: SECRET })
    expect(step.value).toMatchObject({ name: 'payment', clientSecret: OTHER_SECRET })
  })

  it('replaces no paid payment', async () => {
    const asked = answer(ORDERED, OPEN)
    fillInPurchase()
    await checkout.completePurchase(SECRET)
    requestClose()
    expect(openDialog.value).toBeUndefined()
    fillInPurchase()
    await submit()
    expect(asked[1]).not.toHaveProperty('replaces')
  })
})

describe('an order’s payment', () => {
  it('shows the confirmation and an eight-second toast, and clears the form', async () => {
    answer(ORDERED)
    fillInPurchase()
    await checkout.completePurchase(SECRET)
    expect(step.value).toMatchObject({ name: 'success', bought: { productName: FORK.name, quantity: 2 } })
    expect(form.values.value.firstName).toBe('')
    expect(currentToast.value).toMatchObject({
      title: 'Purchase Successful!',
      description: 'Order confirmed. Reference: pi_1',
      duration: 8000,
    })
  })

  it('says after three failed claims that the order follows by email', async () => {
    const asked = answer(refusal('internal', 'no', 500))
    await atOnce(checkout.completePurchase(SECRET))
    expect(asked).toHaveLength(3)
    expect(step.value).toMatchObject({ name: 'following', reason: 'unreached' })
    expect(currentToast.value).toMatchObject({
      title: 'Payment received',
      description:
        "Failed to create order after payment: it will follow by e-mail, please don't pay again. Reference: pi_1",
    })
  })

  it('finds an order that was paid in another tab instead of starting a second payment', async () => {
    const asked = answer(OPEN, refusal('already_paid'), ORDERED)
    fillInPurchase()
    await submit()
    backToForm()
    form.setValue('quantity', '3')
    await submit()
    await atOnce(Promise.resolve())
    expect(asked.at(-1)).toEqual({ clientSecret: SECRET })
    expect(step.value.name).toBe('success')
  })

  it('shows a decline in the dialog and accepts another card', async () => {
    answer(OPEN)
    fillInPurchase()
    await submit()
    await checkout.pay(SECRET, async () => ({ type: 'card_error', message: 'Your card was declined.' }))
    expect(lastErrorMessage.value).toBe('Payment failed. Your card was declined. You have not been charged.')
    expect(currentToast.value).toMatchObject({
      title: 'Payment Failed',
      description: 'Your card was declined.',
    })
    expect(untoldErrorMessage.value).toBe('You have not been charged.')
    dismissToast()
    expect(untoldErrorMessage.value).toBe(lastErrorMessage.value)
    expect(step.value.name).toBe('payment')
    answer(ORDERED)
    await checkout.pay(SECRET, async () => undefined)
    expect(lastErrorMessage.value).toBeUndefined()
    expect(step.value.name).toBe('success')
  })

  it('shows only the notice for a closed payment without a draft, and the next attempt replaces it', async () => {
    answer(UNPAID)
    await checkout.resume(SECRET)
    expect(step.value.name).toBe('form')
    expect(notice.value).toContain('you have not been charged')
    expect(checkout.attempts.attempt.value?.replaces).toBe(SECRET)
  })
})
