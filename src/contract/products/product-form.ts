import * as v from 'valibot'
import { longPounds, PoundsSchema, shortPounds } from '#contract/base/money.ts'
import { atLeast, LineSchema, normalizeLine, normalizeText, withCommas } from '#contract/base/text.ts'
import { LIST_MAX } from '#contract/products/products.ts'
import { CountSchema } from '#contract/products/quantity.ts'

/** Maximum stock of a product. */
export const STOCK_MAX = 100_000
export const PRODUCT_DESCRIPTION_MAX = 2000
/** The category of a new product, until the owner writes another. Says nothing of the kind of clinic. */
export const DEFAULT_CATEGORY = 'Products'
/** Pence. Stripe's minimum for pounds. */
const PRICE_MIN = 30
const PRICE_MAX = 1_000_000

const NO_DESCRIPTION = 'Description must be at least 10 characters'

const DescriptionSchema = v.pipe(
  v.optional(v.string(NO_DESCRIPTION), ''),
  v.transform(normalizeText),
  atLeast(10, NO_DESCRIPTION),
  v.maxLength(
    PRODUCT_DESCRIPTION_MAX,
    `Please use at most ${withCommas(PRODUCT_DESCRIPTION_MAX)} characters`,
  ),
)

const PriceSchema = v.pipe(
  v.union([v.string(), v.number()], 'Price is required'),
  v.check((given) => String(given).trim() !== '', 'Price is required'),
  PoundsSchema({
    min: PRICE_MIN,
    max: PRICE_MAX,
    invalid: 'Please enter a price in pounds, such as 9.50',
    tooSmall: `The lowest price is ${longPounds(PRICE_MIN)}`,
    tooLarge: `The highest price is ${shortPounds(PRICE_MAX)}`,
  }),
)

const UnitsSchema = (min: 0 | 1, tooSmall: string) =>
  CountSchema({ min, max: STOCK_MAX, tooSmall, tooLarge: `Please enter at most ${withCommas(STOCK_MAX)}` })

const IMAGE = 'Please upload a picture, or enter a web address that begins with https://'
const IMAGE_MAX = 1000
/** A file of this site. `//` or `/\` at the start would lead to another one, and a name such as `..` elsewhere. */
const SITE_FILE = /^(?!\/api\/)(\/\w[\w.-]*)+\.\w+$/
const UPLOADED_PICTURE = /^\/api\/pictures\/[\w-]+$/

/** Empty, an uploaded picture, a file of this site or an https URL. */
const ImageSchema = v.pipe(
  v.string(IMAGE),
  v.trim(),
  v.check((image) => image === '' || isOnThisSite(image) || isSecureAddress(image), IMAGE),
  v.transform((image) => (image.startsWith('/') || image === '' ? image : new URL(image).href)),
  v.maxLength(IMAGE_MAX, 'This address is too long. Please upload the picture instead'),
)

const isOnThisSite = (path: string) => SITE_FILE.test(path) || UPLOADED_PICTURE.test(path)

function isSecureAddress(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, username, password } = new URL(text)
  return protocol === 'https:' && username === '' && password === ''
}

/** Short texts; empty ones are removed. */
const LinesSchema = v.pipe(
  v.array(v.string('Please enter a list'), 'Please enter a list'),
  v.transform((lines) => lines.map(normalizeLine).filter((line) => line !== '')),
  v.maxLength(LIST_MAX, `Please enter at most ${LIST_MAX} items`),
  v.everyItem((line) => line.length <= 200, 'Please use at most 200 characters for each item'),
)

/** The product form. An optional field that is missing stays unchanged. */
export const ProductFormSchema = v.object({
  name: LineSchema({ tooShort: 'Product name must be at least 2 characters' }),
  description: DescriptionSchema,
  price: v.optional(PriceSchema, ''),
  stock: v.optional(UnitsSchema(0, 'Stock must be 0 or more'), ''),
  image: v.optional(ImageSchema),
  features: v.optional(LinesSchema),
  frequencies: v.optional(LinesSchema),
  benefits: v.optional(LinesSchema),
  category: v.optional(LineSchema({ tooShort: 'Category must be at least 2 characters' })),
  inStock: v.optional(v.boolean('Please choose whether this product is for sale')),
  lowStock: v.optional(UnitsSchema(0, 'Please enter 0 or more')),
})

export type ProductInput = v.InferOutput<typeof ProductFormSchema>

export const RestockSchema = v.object({
  quantity: v.optional(UnitsSchema(1, 'Please enter 1 or more'), ''),
})
