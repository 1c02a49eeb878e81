import { useId, useState } from 'react'
import type { AdminProduct } from '#contract/admin-products.ts'
import { changeForSale, openDialog } from '#islands/admin/products/admin-products.store.ts'
import { Picture } from '#islands/admin/products/Picture.tsx'
import { goTo } from '#islands/admin/router.ts'
import { pounds } from '#islands/admin/shared/format.ts'
import { StatusBadge } from '#islands/admin/shared/StatusBadge.tsx'
import { Button } from '#ui/Button.tsx'

export function ProductEntry({ item: product }: { item: AdminProduct }) {
  const id = useId()
  const { name, description, price, stock, reserved } = product
  return (
    <li className="entry product" aria-labelledby={id}>
      <Picture image={product.image} variant="thumb" />
      <div className="min-w-0">
        <div className="product-head">
          <h2 id={id} className="entry-name">
            {name}
          </h2>
          <Badges product={product} />
        </div>
        <p className="entry-text product-description">{description}</p>
      </div>
      <dl className="entry-figures">
        <div>
          <dt>Price</dt>
          <dd translate="no">{pounds(price)}</dd>
        </div>
        <div>
          <dt>Stock</dt>
          <dd>{stock}</dd>
        </div>
        <div>
          <dt>In checkouts</dt>
          <dd>{reserved}</dd>
        </div>
      </dl>
      <ProductActions product={product} nameId={id} />
    </li>
  )
}

function Badges({ product: { inStock, stock, reserved, lowStock } }: { product: AdminProduct }) {
  const available = stock - reserved
  return (
    <>
      {!inStock && <StatusBadge tone="off">Withheld</StatusBadge>}
      {available === 0 ? (
        <StatusBadge tone="off">Out of Stock</StatusBadge>
      ) : (
        <StatusBadge tone="good">{`In Stock: ${available} available`}</StatusBadge>
      )}
      {available > 0 && available <= lowStock && <StatusBadge tone="wait">Low stock</StatusBadge>}
    </>
  )
}

function ProductActions({ product, nameId }: { product: AdminProduct; nameId: string }) {
  return (
    <div className="product-acts">
      <div className="entry-acts">
        <Button
          variant="quiet"
          className="button-compact"
          aria-haspopup="dialog"
          aria-describedby={nameId}
          onClick={() => goTo('products', product.id)}
        >
          Edit
        </Button>
        <Button
          variant="quiet"
          className="button-compact"
          aria-haspopup="dialog"
          aria-describedby={nameId}
          onClick={() => void (openDialog.value = { name: 'restock', product })}
        >
          Restock
        </Button>
        <Button
          variant="bad"
          className="button-compact"
          aria-haspopup="dialog"
          aria-describedby={nameId}
          onClick={() => void (openDialog.value = { name: 'delete', product })}
        >
          Delete
        </Button>
      </div>
      <ForSale product={product} nameId={nameId} />
    </div>
  )
}

/** Shows the new value until the list is reloaded. */
function ForSale({ product, nameId }: { product: AdminProduct; nameId: string }) {
  const [pendingValue, setPendingValue] = useState<boolean>()
  return (
    <label className="check">
      <input
        type="checkbox"
        checked={pendingValue ?? product.inStock}
        aria-describedby={nameId}
        onChange={({ target }) => {
          if (pendingValue !== undefined) return
          setPendingValue(target.checked)
          void changeForSale(product, target.checked).then(() => setPendingValue(undefined))
        }}
      />
      For sale
    </label>
  )
}
