import type { Product } from '#contract/products'
import { useId, useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { BulletList } from './Lines.tsx'
import { openDetail, openInquiry, openPurchase } from './shop-products.store.ts'
import { splitSpecification } from './specification.ts'
import { StockBadge } from './StockBadge.tsx'

interface Props {
  product: Product
  theme: string
  /** Likely in sight at once, so that its picture should not wait. */
  soon: boolean
}

export function ProductCard({ product, theme, soon }: Props) {
  const id = useId()
  const { name, price, description, features, benefits, frequencies } = product
  return (
    <article className="item" data-theme={theme} aria-labelledby={id}>
      <Picture image={product.image} soon={soon} />
      <div className="item-text">
        <div>
          <StockBadge product={product} />
          {product.inCheckouts && ' Others are paying for these.'}
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
            <p className="item-price">£{price}</p>
          </div>
        </div>
        <p className="max-w-measure">{description}</p>
        {features.length + benefits.length > 0 && (
          <div className="item-columns">
            <BulletList title="Key Features" lines={features} />
            <BulletList title="Health Benefits" lines={benefits} />
          </div>
        )}
        {frequencies.length > 0 && <Specifications lines={frequencies} />}
        <ProductActions product={product} nameId={id} />
      </div>
    </article>
  )
}

/** The theme's ground alone where there is no picture, or none that can be had. */
function Picture({ image, soon }: { image: string; soon: boolean }) {
  const [state, setState] = useState<'coming' | 'here' | 'broken'>('coming')
  return (
    <div className="item-picture">
      {image !== '' && state !== 'broken' && (
        // The name stands beside it, and what it shows is told in the description.
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

function Specifications({ lines }: { lines: string[] }) {
  return (
    <div>
      <h3 className="item-label">Technical Specifications</h3>
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
    <div className="flex flex-wrap gap-3 max-sm:*:grow">
      <Button {...shared} onClick={() => openPurchase(product)}>
        Buy Now
      </Button>
      <Button variant="quiet" {...shared} onClick={() => openInquiry(product)}>
        Ask About Product
      </Button>
    </div>
  )
}
