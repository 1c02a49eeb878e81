import { useId, useState } from 'react'
import type { Product } from '#contract/products/products.ts'
import { ClinicPhoneLink } from '#islands/checkout/ByPhone.tsx'
import { openDetail, openInquiry, openPurchase } from '#islands/shop/shop-products.store.ts'
import { Button } from '#ui/Button.tsx'

interface Props {
  product: Product
  theme: string
  /** Loads the picture eagerly, because the card is probably in the first viewport. */
  soon: boolean
}

/**
 * On a phone the picture is beside the name, and smaller than the introduction above the list: the largest paint is text
 * of the page, and waits for no product. From 44rem two cards side by side share their rows.
 */
export function ProductCard({ product, theme, soon }: Props) {
  const id = useId()
  const { name, description } = product
  return (
    <article
      className="grid grid-cols-[6.5rem_minmax(0,1fr)] content-start gap-x-5 gap-y-4 wrap-anywhere max-md:*:nth-[n+3]:col-span-full max-[18rem]:grid-cols-[minmax(0,1fr)] md:row-span-5 md:grid-cols-[minmax(0,1fr)] md:grid-rows-subgrid"
      data-theme={theme}
      aria-labelledby={id}
    >
      <Picture image={product.image} soon={soon} />
      <div className="grid content-start justify-items-start gap-3">
        <StockBadge product={product} />
        {product.inCheckouts && <p>The last of these are being paid for at the moment.</p>}
        <h2 id={id} className="text-h3">
          <button
            type="button"
            className="text-left text-balance decoration-1 underline-offset-[0.15em] hover:underline"
            aria-haspopup="dialog"
            onClick={() => openDetail(product)}
          >
            {name}
          </button>
        </h2>
      </div>
      <p className="max-w-measure">{description}</p>
      <ProductActions product={product} nameId={id} />
      <ProductLists product={product} />
    </article>
  )
}

/** Shows only the theme's background if there is no picture or it fails to load. */
function Picture({ image, soon }: { image: string; soon: boolean }) {
  const [state, setState] = useState<'coming' | 'here' | 'broken'>('coming')
  return (
    <div className="relative aspect-4/5 min-h-24 overflow-hidden bg-theme-ground max-md:-ml-gutter max-md:self-start max-[18rem]:-mr-gutter max-[18rem]:aspect-3/2 md:empty:aspect-auto md:not-empty:aspect-square lg:not-empty:aspect-4/5">
      {image !== '' && state !== 'broken' && (
        // Decorative: name and description are next to it. It fades in on its own compositor layer, so that nothing
        // else is repainted.
        <img
          src={image}
          alt=""
          loading={soon ? 'eager' : 'lazy'}
          className="absolute inset-0 size-full object-cover opacity-0 transition-opacity duration-300 will-change-[opacity] data-here:opacity-100"
          data-here={state === 'here' ? '' : undefined}
          onLoad={() => setState('here')}
          onError={() => setState('broken')}
        />
      )}
    </div>
  )
}

const FEATURES = 'Key Features'
const BENEFITS = 'Health Benefits'
const SPECIFICATIONS = 'Technical Specifications'

/** Folded: ten products would fill fifteen screens of a phone. */
function ProductLists({ product: { features, benefits, frequencies } }: { product: Product }) {
  const titles = [
    ...(features.length > 0 ? [FEATURES] : []),
    ...(benefits.length > 0 ? [BENEFITS] : []),
    ...(frequencies.length > 0 ? [SPECIFICATIONS] : []),
  ]
  if (titles.length === 0) return null
  return (
    <details className="self-start border-y border-rule">
      <summary className="py-3 text-small font-[560]">{titles.join(', ')}</summary>
      <div className="grid gap-5 pt-2 pb-5">
        <BulletList title={FEATURES} lines={features} />
        <BulletList title={BENEFITS} lines={benefits} />
        <Specifications title={SPECIFICATIONS} lines={frequencies} />
      </div>
    </details>
  )
}

/** A table of labels and values; renders nothing if it is empty. */
export function Specifications({ title, lines }: { title: string; lines: string[] }) {
  if (lines.length === 0) return null
  return (
    <div>
      <ListTitle>{title}</ListTitle>
      <dl className="summary text-small">
        {[...new Set(lines)].map((line) => {
          const { label, value } = splitSpecification(line)
          return (
            <div key={line} className="py-2">
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          )
        })}
      </dl>
    </div>
  )
}

function ListTitle({ children }: { children: string }) {
  return <h3 className="mb-2 font-sans text-small font-[560] tracking-normal">{children}</h3>
}

function ProductActions({ product, nameId }: { product: Product; nameId: string }) {
  const shared = {
    disabled: !product.inStock,
    'aria-haspopup': 'dialog',
    'aria-describedby': nameId,
  } as const
  return (
    <div className="flex flex-wrap content-start gap-3 max-lg:*:[button]:grow">
      <p
        className="w-full font-serif text-h3 font-[340] tabular-nums"
        translate="no"
      >{`£${product.price}`}</p>
      <Button {...shared} onClick={() => openPurchase(product)}>
        Buy Now
      </Button>
      <Button variant="quiet" {...shared} onClick={() => openInquiry(product)}>
        Ask About Product
      </Button>
      {!product.inStock && <OutOfStockNote />}
    </div>
  )
}

export function OutOfStockNote() {
  return (
    <p className="w-full text-small text-soft">
      To ask when it will be back in stock, please ring us on <ClinicPhoneLink />.
    </p>
  )
}

const SEPARATOR = ' - '

interface Specification {
  label: string
  value: string
}

/** Splits "128 Hz - Low C" into label and value; without a hyphen, all of it is the label. */
export function splitSpecification(text: string): Specification {
  const [label = '', ...rest] = text.split(SEPARATOR)
  return { label: label.trim(), value: rest.join(SEPARATOR).trim() }
}

/** A short list with a title; renders nothing if it is empty. */
export function BulletList({ title, lines }: { title: string; lines: string[] }) {
  if (lines.length === 0) return null
  return (
    <div>
      <ListTitle>{title}</ListTitle>
      <ul className="dashes text-small">
        {[...new Set(lines)].map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </div>
  )
}

export function StockBadge({ product: { inStock, stock } }: { product: Product }) {
  if (!inStock) return <span className="badge badge-off">Out of Stock</span>
  return <span className="badge badge-good">{`In Stock: ${stock} available`}</span>
}
