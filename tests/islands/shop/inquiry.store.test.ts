import { afterEach, describe, expect, it } from 'vitest'
import { HONEYPOT_SENTENCE } from '#contract/base/text.ts'
import { getInquiry } from '#islands/shop/inquiry.store.ts'
import { closeDialog, openDialog, openInquiry, productList } from '#islands/shop/shop-products.store.ts'
import { answer, LOST, refusal } from '#tests/islands/fake-api.ts'
import { FORK, MAT, RECEIVED } from '#tests/islands/shop/fake-shop-api.ts'
import { currentToast } from '#ui/toast.ts'

const { form, sending, send } = getInquiry(FORK.id)

function fillIn() {
  openInquiry(FORK)
  form.setValue('firstName', 'First')
  form.setValue('lastName', 'Last')
  form.setValue('email', 'visitor@example.com')
  form.setValue('quantity', '2')
}

afterEach(() => form.reset())

describe('a product inquiry', () => {
  it('sends its product and quantity, closes its dialog and notifies', async () => {
    const sent = answer(RECEIVED)
    fillIn()
    expect(await send('')).toBe(true)
    expect(sent[0]).toMatchObject({ productId: FORK.id, firstName: 'First', quantity: '2', leaveEmpty: '' })
    expect(sent[0]?.requestId).toMatch(/^[0-9a-f-]{36}$/)
    expect(openDialog.value).toBeUndefined()
    expect(form.values.value).toMatchObject({ firstName: '', quantity: '1' })
    expect(currentToast.value).toMatchObject({
      title: 'Inquiry Sent!',
      description: "We'll contact you soon about your product inquiry.",
    })
  })

  it('keeps its input after a lost response and is sent again with the same request id', async () => {
    const sent = answer(LOST, RECEIVED)
    fillIn()
    expect(await send('')).toBe(false)
    expect(sending.value).toBe('undecided')
    expect(form.values.value.email).toBe('visitor@example.com')
    expect(openDialog.value?.product).toEqual(FORK)
    expect(currentToast.value).toMatchObject({
      title: 'Error',
      description: 'Failed to send inquiry. Please try again.',
      variant: 'destructive',
    })
    expect(await send('')).toBe(true)
    expect(sent[1]).toEqual(sent[0])
  })

  it('says what to do if the honeypot was filled in', async () => {
    answer(refusal('invalid_request', 'no', 400, { leaveEmpty: HONEYPOT_SENTENCE }), RECEIVED)
    fillIn()
    expect(await send('https://example.com')).toBe(false)
    expect(sending.value).toBe('hidden_field')
  })

  it('asks to wait after too many requests, because trying again at once cannot succeed', async () => {
    answer(refusal('too_many_requests', 'no', 429))
    fillIn()
    expect(await send('')).toBe(false)
    expect(sending.value).toBe('too_often')
    expect(currentToast.value?.description).toBe('Failed to send inquiry. Please try again.')
  })

  it('says that its product has left the shop, takes it from the list and keeps what was typed', async () => {
    productList.value = { name: 'here', products: [FORK, MAT] }
    answer(refusal('not_found', 'This product is no longer in the shop.', 404), [200, [MAT]])
    fillIn()
    expect(await send('')).toBe(false)
    expect(sending.value).toBe('gone')
    expect(currentToast.value?.description).toBe('Failed to send inquiry. Please try again.')
    expect(productList.value).toEqual({ name: 'here', products: [MAT] })
    expect(openDialog.value?.product).toEqual(FORK)
    expect(form.values.value.email).toBe('visitor@example.com')
  })

  it('gets a new request id when its text changes or it has arrived', async () => {
    const sent = answer(LOST, RECEIVED)
    fillIn()
    await send('')
    form.setValue('quantity', '3')
    await send('')
    fillIn()
    form.setValue('quantity', '3')
    await send('')
    expect(new Set(sent.map(({ requestId }) => requestId)).size).toBe(3)
  })

  it('shows errors at the fields and sends no request', async () => {
    const sent = answer(RECEIVED)
    form.setValue('quantity', '0')
    form.setValue('phone', 'none')
    expect(await send('')).toBe(false)
    expect(form.errors.value).toEqual({
      firstName: 'First name required',
      lastName: 'Last name required',
      email: 'Valid email required',
      phone: 'Please enter a phone number, such as 07700 900123',
      quantity: 'Please enter a quantity of 1 or more',
    })
    expect(sent).toEqual([])
  })

  it("shows the server's error messages at the fields", async () => {
    answer([400, { message: 'no', code: 'invalid_request', fields: { email: 'Valid email required' } }])
    fillIn()
    await send('')
    expect(form.errors.value).toEqual({ email: 'Valid email required' })
  })

  it('is kept for its product when its dialog is opened again', () => {
    fillIn()
    closeDialog()
    openInquiry(MAT)
    expect(getInquiry(MAT.id).form.values.value.firstName).toBe('')
    expect(getInquiry(FORK.id).form.values.value.firstName).toBe('First')
  })

  it('leaves another dialog open when it arrives after its own was closed', async () => {
    answer(RECEIVED)
    fillIn()
    const arriving = send('')
    openInquiry(MAT)
    await arriving
    expect(openDialog.value?.product).toEqual(MAT)
  })
})
