import { computed, signal } from '@preact/signals-react'
import { formatPounds, parsePence, type Pence } from '#contract/money'
import {
  onlyLeftMessage,
  ProductPurchaseSchema,
  QuantitySchema,
  ShippingAddressSchema,
} from '#contract/orders'
import type { Product } from '#contract/products'
import * as v from 'valibot'
import { createForm, type FieldValues } from '../../../lib/form.ts'

/** The fields as they stand in the form: one beside the other, and no country. */
const FormSchema = v.object({
  ...v.omit(ProductPurchaseSchema, ['shippingAddress']).entries,
  ...v.omit(ShippingAddressSchema, ['country']).entries,
  quantity: QuantitySchema,
})

const BLANK = {
  firstName: '',
  lastName: '',
  email: '',
  phone: '',
  quantity: '1',
  delivery: 'collection',
  line1: '',
  line2: '',
  city: '',
  postcode: '',
}

export type FieldName = keyof typeof BLANK
export const FIELDS = Object.keys(BLANK) as FieldName[]

/** What of a product a purchase must know. It stays as it was shown until the buyer is told of a change. */
export type SelectedProduct = Pick<Product, 'id' | 'name' | 'price' | 'stock'>

export const form = createForm(FormSchema, BLANK)
export const selectedProduct = signal<SelectedProduct | undefined>(undefined)

export const isBlank = computed(() => FIELDS.every((name) => form.values.value[name] === BLANK[name]))

/** Price times quantity, if there is a quantity. */
export const total = computed<Pence | undefined>(() => {
  const quantity = v.safeParse(QuantitySchema, form.values.value.quantity)
  const price = parsePence(selectedProduct.value?.price ?? '')
  return quantity.success && price !== undefined ? price * quantity.output : undefined
})

/** What is to be bought, as the server is asked for it. */
export const order = computed(() => {
  const { quantity, line1, line2, city, postcode, delivery, ...person } = form.values.value
  return {
    productId: selectedProduct.value?.id ?? '',
    amount: formatPounds(total.value ?? 0),
    quantity,
    purchaseData: {
      ...person,
      delivery: delivery === 'local' ? ('local' as const) : ('collection' as const),
      shippingAddress: { line1, line2, city, postcode },
    },
  }
})

export function selectProduct({ id, name, price, stock }: Product): void {
  selectedProduct.value = { id, name, price, stock }
}

/** Tells whether everything is as it must be; if not, a sentence stands beside each field that is wrong. */
export function checkForm(): boolean {
  const checked = form.validate()
  const stock = selectedProduct.value?.stock ?? 0
  // Of what was gone a moment ago there may be some again: the server knows.
  const tooMany = checked !== undefined && stock > 0 && checked.quantity > stock
  if (tooMany) form.showErrors({ quantity: onlyLeftMessage(stock) })
  return checked !== undefined && !tooMany
}

/** The server's sentences go where our own would. Tells whether each has found its field. */
export function showServerErrors(fields: Record<string, string>): boolean {
  const named = Object.entries(fields).map(([path, sentence]) => [path.split('.').at(-1) ?? '', sentence])
  form.showErrors(Object.fromEntries(named) as Partial<FieldValues<FieldName>>)
  return named.every(([name]) => FIELDS.some((field) => field === name))
}
