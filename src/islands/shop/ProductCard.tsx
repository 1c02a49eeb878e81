import { useId, useState, useSyncExternalStore } from 'react'
import type { Product } from '#contract/products.ts'
import { ClinicPhoneLink } from '#islands/checkout/ByPhone.tsx'
import { openDetail, openInquiry, openPurchase } from '#islands/shop/shop-products.store.ts'
import { Button } from '#ui/Button.tsx'

interface Props {
  product: Product
  theme: string
  /** Loads the picture eagerly, because the card is probably in the first viewport. */
  soon: boolean
}

export function ProductCard({ product, theme, soon }: Props) {
  const id = useId()
  const { name, price, description } = product
  return (
    <article className="item" data-theme={theme} aria-labelledby={id}>
      <Picture image={product.image} soon={soon} />
      <div className="item-text">
        <div>
          <StockBadge product={product} />
          {product.inCheckouts && (
            <span> Other customers are paying for the last of these at the moment.</span>
          )}
          <div className="item-head">
            <h2 id={id}>
              <button
                type="button"
                className="item-name"
                aria-haspopup="dialog"
                onClick={() => openDetail(product)}
              >
                {name}
              </button>
            </h2>
            <p className="item-price" translate="no">{`£${price}`}</p>
          </div>
        </div>
        <p className="max-w-measure">{description}</p>
        <ProductLists product={product} />
        <ProductActions product={product} nameId={id} />
      </div>
    </article>
  )
}

/** Shows only the theme's background if there is no picture or it fails to load. */
function Picture({ image, soon }: { image: string; soon: boolean }) {
  const [state, setState] = useState<'coming' | 'here' | 'broken'>('coming')
  return (
    <div className="item-picture">
      {image !== '' && state !== 'broken' && (
        // Decorative: name and description are next to it.
        <img
          src={image}
          alt=""
          loading={soon ? 'eager' : 'lazy'}
          data-here={state === 'here' ? '' : undefined}
          onLoad={() => setState('here')}
          onError={() => setState('broken')}
        />
      )}
    </div>
  )
}

/** In a narrow window, benefits and specifications are folded: ten products would fill fifteen screens of a phone. */
function ProductLists({ product: { features, benefits, frequencies } }: { product: Product }) {
  const isWide = useSyncExternalStore(onWidthChange, () => wideWindow().matches)
  const featureList = <BulletList title="Key Features" lines={features} />
  const benefitList = <BulletList title="Health Benefits" lines={benefits} />
  const specifications = <Specifications title={SPECIFICATIONS} lines={frequencies} />
  if (isWide) {
    return (
      <>
        <div className="item-columns empty:hidden">
          {featureList}
          {benefitList}
        </div>
        {specifications}
      </>
    )
  }
  const folded = [
    ...(benefits.length > 0 ? ['Health Benefits'] : []),
    ...(frequencies.length > 0 ? [SPECIFICATIONS] : []),
  ]
  return (
    <>
      {featureList}
      {folded.length > 0 && (
        <details className="item-more">
          <summary>{folded.join(', ')}</summary>
          {benefitList}
          {specifications}
        </details>
      )}
    </>
  )
}

const SPECIFICATIONS = 'Technical Specifications'

/** From here up, styles/site/shop.css shows the lists in two columns. */
const wideWindow = () => matchMedia('(min-width: 60rem)')

function onWidthChange(listen: () => void): () => void {
  const query = wideWindow()
  query.addEventListener('change', listen)
  return () => query.removeEventListener('change', listen)
}

/** A table of labels and values; renders nothing if it is empty. */
export function Specifications({ title, lines }: { title: string; lines: string[] }) {
  if (lines.length === 0) return null
  return (
    <div>
      <h3 className="item-label">{title}</h3>
      <dl className="summary">
        {[...new Set(lines)].map((line) => {
          const { label, value } = splitSpecification(line)
          return (
            <div key={line}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          )
        })}
      </dl>
    </div>
  )
}

function ProductActions({ product, nameId }: { product: Product; nameId: string }) {
  const shared = {
    disabled: !product.inStock,
    'aria-haspopup': 'dialog',
    'aria-describedby': nameId,
  } as const
  return (
    <div className="item-actions">
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
      <h3 className="item-label">{title}</h3>
      <ul className="dashes">
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
