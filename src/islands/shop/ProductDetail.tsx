import type { Product } from '#contract/products.ts'
import { BulletList, OutOfStockNote, Specifications, StockBadge } from '#islands/shop/ProductCard.tsx'
import { closeDialog, openPurchase } from '#islands/shop/shop-products.store.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'

/** The details of a product, as on its card and unfolded. */
export function ProductDetail({ product }: { product: Product }) {
  const { name, category, price, description, features, benefits, frequencies, inStock } = product
  return (
    <Dialog title={name} eyebrow={category} onClose={closeDialog}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a small screen scrolls it, by the keyboard too */}
      <div className="dialog-body" tabIndex={0} role="group" aria-label={name}>
        <div className="grid gap-6">
          <p className="max-w-measure">{description}</p>
          <BulletList title="Key Features" lines={features} />
          <BulletList title="Health Benefits" lines={benefits} />
          <Specifications title="Healing frequencies" lines={frequencies} />
          {!inStock && <OutOfStockNote />}
        </div>
      </div>
      <div className="dialog-foot">
        <div className="grid gap-1">
          <StockBadge product={product} />
          <p className="dialog-total" translate="no">{`£${price}`}</p>
        </div>
        <Button
          className="grow sm:min-w-56 sm:grow-0"
          disabled={!inStock}
          aria-haspopup="dialog"
          onClick={() => openPurchase(product)}
        >
          Buy Now
        </Button>
      </div>
    </Dialog>
  )
}
