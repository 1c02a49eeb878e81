import type { Product } from '#contract/products'
import { Dialog } from '../../ui/Dialog.tsx'
import { BulletList, StockBadge } from './ProductCard.tsx'
import { closeDialog } from './shop-products.store.ts'

/** The details of a product, with its benefits and frequencies. */
export function ProductDetail({ product }: { product: Product }) {
  const { name, category, price, description, benefits, frequencies } = product
  return (
    <Dialog title={name} eyebrow={category} onClose={closeDialog}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a small screen scrolls it, by the keyboard too */}
      <div className="dialog-body" tabIndex={0} role="group" aria-label={name}>
        <div className="stack">
          <p>{description}</p>
          <BulletList title="Health Benefits" lines={benefits} />
          <BulletList title="Healing Frequencies" lines={frequencies} />
        </div>
      </div>
      <div className="dialog-foot">
        <p className="dialog-total">£{price}</p>
        <StockBadge product={product} />
      </div>
    </Dialog>
  )
}
