import { useState } from 'react'
import type { Product } from '#contract/products/products.ts'
import { BulletList, OutOfStockNote, Specifications, StockBadge } from '#islands/shop/ProductCard.tsx'
import { closeDialog, openPurchase } from '#islands/shop/shop-products.store.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { EnlargeIcon } from '#ui/icons.tsx'

/** The details of a product: its picture, and what is on its card, unfolded. */
export function ProductDetail({ product }: { product: Product }) {
  const { name, category, price, description, features, benefits, frequencies, image, inStock } = product
  const [isEnlarged, setIsEnlarged] = useState(false)
  return (
    // Locked, because Escape would close both dialogs after a press on the enlarged picture.
    <Dialog title={name} eyebrow={category} locked={isEnlarged} onClose={closeDialog}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a small screen scrolls it, by the keyboard too */}
      <div className="dialog-body" tabIndex={0} role="group" aria-label={name}>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6 md:has-[>.detail-picture]:grid-cols-[5fr_7fr] md:gap-9">
          {image !== '' && <DetailPicture image={image} onEnlarge={() => setIsEnlarged(true)} />}
          <div className="grid content-start gap-6">
            <p className="max-w-measure">{description}</p>
            <BulletList title="Key Features" lines={features} />
            <BulletList title="Health Benefits" lines={benefits} />
            <Specifications title="Healing frequencies" lines={frequencies} />
            {!inStock && <OutOfStockNote />}
          </div>
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
      {isEnlarged && (
        <Dialog title={name} eyebrow={category} onClose={() => setIsEnlarged(false)}>
          <div className="dialog-body dialog-picture grid grid-cols-[minmax(0,1fr)] grid-rows-[minmax(0,1fr)] overflow-hidden bg-sunk p-0">
            <img src={image} alt={name} className="aspect-square size-full object-contain" />
          </div>
        </Dialog>
      )}
    </Dialog>
  )
}

const PICTURE =
  'detail-picture relative -mx-(--dialog-gutter) -mt-[1.4rem] aspect-square self-start bg-sunk md:m-0'

/**
 * From edge to edge on a phone, and whole, whatever its shape. Keeps its place while the picture loads and if it fails to;
 * then there is nothing to enlarge.
 */
function DetailPicture({ image, onEnlarge }: { image: string; onEnlarge: () => void }) {
  const [isBroken, setIsBroken] = useState(false)
  if (isBroken) return <div className={PICTURE} />
  return (
    <button
      type="button"
      className={`${PICTURE} cursor-zoom-in focus-visible:-outline-offset-3`}
      aria-label="Enlarge picture"
      aria-haspopup="dialog"
      onClick={onEnlarge}
    >
      <img
        src={image}
        alt=""
        className="absolute inset-0 size-full object-contain"
        onError={() => setIsBroken(true)}
      />
      <span className="absolute right-2 bottom-2 grid size-target place-items-center rounded-edge border border-edge bg-sheet text-ink">
        <EnlargeIcon />
      </span>
    </button>
  )
}
