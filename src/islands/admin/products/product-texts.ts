import * as v from 'valibot'
import type { BodyInput } from '#contract/base/endpoint.ts'
import type { addProductEndpoint, AdminProduct } from '#contract/products/admin-products.ts'
import { DEFAULT_CATEGORY, ProductFormSchema } from '#contract/products/product-form.ts'
import type { FieldValues } from '#lib/form.ts'

export const BLANK = {
  name: '',
  price: '',
  stock: '',
  description: '',
  image: '',
  features: '',
  benefits: '',
  frequencies: '',
  category: DEFAULT_CATEGORY,
  lowStock: '0',
  /** 'yes' or ''. */
  forSale: 'yes',
}

export type ProductField = keyof typeof BLANK
export type ProductValues = FieldValues<ProductField>

const { entries } = ProductFormSchema
const split = v.transform((text: string) => splitList(text))

/** The form's text, validated by the contract. */
export const ProductValuesSchema = v.object({
  ...entries,
  features: v.pipe(v.string(), split, entries.features.wrapped),
  benefits: v.pipe(v.string(), split, entries.benefits.wrapped),
  frequencies: v.pipe(v.string(), split, entries.frequencies.wrapped),
})

export const valuesOf = (product: AdminProduct): ProductValues => ({
  name: product.name,
  price: product.price,
  stock: String(product.stock),
  description: product.description,
  image: product.image,
  features: joinList(product.features),
  benefits: joinList(product.benefits),
  frequencies: joinList(product.frequencies),
  category: product.category,
  lowStock: String(product.lowStock),
  forSale: product.inStock ? 'yes' : '',
})

export function bodyOf(
  { forSale, ...texts }: ProductValues,
  base: AdminProduct | undefined,
): BodyInput<typeof addProductEndpoint> {
  return {
    ...texts,
    features: splitList(texts.features, base?.features),
    benefits: splitList(texts.benefits, base?.benefits),
    frequencies: splitList(texts.frequencies, base?.frequencies),
    inStock: forSale === 'yes',
  }
}

/** Joins entries into one line, separated by commas. */
export const joinList = (entries: readonly string[]): string => entries.join(', ')

/** Splits on commas and trims. Unchanged `known` entries that contain commas stay whole. */
export function splitList(text: string, known: readonly string[] = []): string[] {
  const whole = known
    .filter((entry) => entry.includes(','))
    .toSorted((one, other) => other.length - one.length)
  const guarded = whole.reduce(
    (so, entry) => so.replaceAll(entry, entry.replaceAll(',', COMMA_PLACEHOLDER)),
    text,
  )
  return guarded
    .split(',')
    .map((entry) => entry.replaceAll(COMMA_PLACEHOLDER, ',').trim())
    .filter((entry) => entry !== '')
}

// Cannot be typed, and no stored text contains it.
const COMMA_PLACEHOLDER = '\u0000'
