import { computed, signal } from '@preact/signals-react'
import * as v from 'valibot'
import { clinic } from '#clinic/clinic-facts.ts'
import { formatPounds, parsePence, type Pence } from '#contract/base/money.ts'
import { deliveryPostcodeError } from '#contract/base/postcode.ts'
import type { deliveries } from '#contract/base/statuses.ts'
import {
  onlyLeftMessage,
  ProductPurchaseSchema,
  QuantitySchema,
  ShippingAddressSchema,
} from '#contract/orders/orders.ts'
import type { Product } from '#contract/products/products.ts'
import { clearError } from '#islands/checkout/notifications.ts'
import { createForm, type FieldValues } from '#lib/form.ts'

/** The form's fields: flat, and without the country. */
const FormSchema = v.pipe(
  v.object({
    ...v.omit(ProductPurchaseSchema, ['shippingAddress']).entries,
    ...v.omit(ShippingAddressSchema, ['country']).entries,
    quantity: QuantitySchema,
  }),
  v.forward(
    v.partialCheck(
      [['delivery'], ['postcode']],
      (input) => localPostcodeError(input) === undefined,
      ({ input }) => localPostcodeError(input) ?? '',
    ),
    ['postcode'],
  ),
)

const localPostcodeError = ({ delivery, postcode }: { delivery: string; postcode: string }) =>
  delivery === 'local' ? deliveryPostcodeError(postcode, clinic.delivery, clinic.phone.display) : undefined

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

/** The product as it was shown to the buyer. It changes only when they are told. */
export type SelectedProduct = Pick<Product, 'id' | 'name' | 'price' | 'stock'>

/** Editing also takes the last error back: its cause is being corrected. */
export const form = createForm(FormSchema, BLANK, clearError)
export const selectedProduct = signal<SelectedProduct | undefined>(undefined)

export const isBlank = computed(() => FIELDS.every((name) => form.values.value[name] === BLANK[name]))

/** Price times quantity; undefined if the quantity is invalid. */
export const total = computed<Pence | undefined>(() => {
  const quantity = v.safeParse(QuantitySchema, form.values.value.quantity)
  const price = parsePence(selectedProduct.value?.price ?? '')
  return quantity.success && price !== undefined ? price * quantity.output : undefined
})

/** The total to show; undefined also for more than can be bought. */
export const payableTotal = computed<Pence | undefined>(() => {
  const stock = selectedProduct.value?.stock ?? 0
  return Number(form.values.value.quantity) > stock ? undefined : total.value
})

/** The request body of the payment. */
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

export function chooseDelivery(delivery: (typeof deliveries)[number]): void {
  form.setValue('delivery', delivery, ['postcode'])
}

/** Returns whether the form is valid; if not, sets the fields' errors. Formats the postcode. */
export function checkForm(): boolean {
  const checked = form.validate()
  if (checked) form.setValue('postcode', checked.postcode)
  const stock = selectedProduct.value?.stock ?? 0
  // Let the server decide if the product was sold out: there may be stock again.
  const tooMany = checked !== undefined && stock > 0 && checked.quantity > stock
  if (tooMany) form.showErrors({ quantity: onlyLeftMessage(stock) })
  return checked !== undefined && !tooMany
}

/** Shows the server's error messages at their fields. Returns whether each has a field. */
export function showServerErrors(fields: Record<string, string>): boolean {
  const byField = Object.entries(fields).map(([path, message]) => [path.split('.').at(-1) ?? '', message])
  form.showErrors(Object.fromEntries(byField) as Partial<FieldValues<FieldName>>)
  return byField.every(([name]) => FIELDS.some((field) => field === name))
}
