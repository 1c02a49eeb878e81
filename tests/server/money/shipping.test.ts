import { describe, expect, it } from 'vitest'
import { DELIVERABLE_POSTCODE } from '#tests/harness/deliverable-postcode.ts'
import { addProductWithStock, PERSON, purchaseOf, startPaying } from '#tests/harness/order-buyer.ts'
import { startPayment } from '#tests/harness/voucher-buyer.ts'
import { useWorld } from '#tests/harness/world.ts'

const world = useWorld()
const ADDRESS = { ...PERSON.shippingAddress, postcode: DELIVERABLE_POSTCODE }

const shippingOf = (intent: string) => world.stripe.state().intents.find(({ id }) => id === intent)!.shipping

async function startOrderBy(person: object): Promise<string> {
  const product = await addProductWithStock(world, 5)
  return (await startPaying(purchaseOf(product, { purchaseData: { ...PERSON, ...person } }))).intentId
}

describe('shipping data of the intent', () => {
  it('the intent of a delivered order has name, address and phone', async () => {
    const shippingAddress = { ...ADDRESS, line2: 'Flat 1' }
    const intent = await startOrderBy({ delivery: 'local', phone: '0151 496 0999', shippingAddress })
    expect(shippingOf(intent)).toEqual({
      name: 'First Last',
      phone: '0151 496 0999',
      address: {
        line1: '2 Example Street',
        line2: 'Flat 1',
        city: 'Liverpool',
        state: null,
        postal_code: DELIVERABLE_POSTCODE,
        country: 'GB',
      },
      carrier: null,
      tracking_number: null,
    })
  })

  it('the intent of a delivered order may lack phone and second address line', async () => {
    const intent = await startOrderBy({ delivery: 'local', shippingAddress: ADDRESS })
    expect(shippingOf(intent)).toMatchObject({ phone: null, address: { line2: null } })
  })

  it('the intent of a collected order has no shipping data', async () => {
    expect(shippingOf(await startOrderBy({ delivery: 'collection' }))).toBeNull()
  })

  it('the intent of a voucher has no shipping data', async () => {
    expect(shippingOf((await startPayment()).intentId)).toBeNull()
  })
})
