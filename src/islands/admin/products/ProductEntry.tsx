import { useSignals } from '@preact/signals-react/runtime'
import { useId, useState } from 'react'
import type { AdminProduct } from '#contract/products/admin-products.ts'
import { RestockSchema } from '#contract/products/product-form.ts'
import { changeForSale, deleting, restock } from '#islands/admin/products/admin-products.store.ts'
import { Picture } from '#islands/admin/products/Picture.tsx'
import { goTo } from '#islands/admin/router.ts'
import { pounds } from '#islands/admin/shared/format.ts'
import { OwnersOnly } from '#islands/admin/shared/OwnersOnly.tsx'
import { sendOnce } from '#islands/admin/shared/send-once.ts'
import { StatusBadge } from '#islands/admin/shared/StatusBadge.tsx'
import { createForm } from '#lib/form.ts'
import { Button } from '#ui/Button.tsx'
import { Field } from '#ui/Field.tsx'

export function ProductEntry({ item: product }: { item: AdminProduct }) {
  const id = useId()
  const { name, description, price, stock, reserved } = product
  return (
    <li className="entry" aria-labelledby={id}>
      <div className="entry-main flex items-center gap-3 max-split:*:[grid-area:auto]">
        <Picture image={product.image} variant="thumb" />
        <div>
          <h2 id={id} className="entry-name">
            {name}
          </h2>
          <p className="entry-text max-split:line-clamp-2">{description}</p>
        </div>
      </div>
      <Badges product={product} />
      <dl className="entry-figures">
        <div>
          <dt>Price</dt>
          <dd translate="no">{pounds(price)}</dd>
        </div>
        <div>
          <dt>Stock</dt>
          <dd>
            <span>{stock}</span>
            {reserved > 0 && <span className="block text-label text-soft">{`${reserved} in checkouts`}</span>}
          </dd>
        </div>
      </dl>
      <div className="entry-acts">
        <Restock product={product} nameId={id} />
        <OwnersOnly>
          <ForSale product={product} nameId={id} />
          <Button
            variant="quiet"
            className="button-compact"
            aria-haspopup="dialog"
            aria-describedby={id}
            onClick={() => goTo('products', product.id)}
          >
            Edit
          </Button>
          <Button
            variant="text"
            className="text-button-bad"
            aria-haspopup="dialog"
            aria-describedby={id}
            onClick={() => void (deleting.value = product)}
          >
            Delete
          </Button>
        </OwnersOnly>
      </div>
    </li>
  )
}

function Badges({ product: { inStock, stock, reserved, lowStock } }: { product: AdminProduct }) {
  const available = stock - reserved
  return (
    <span className="entry-status max-split:[grid-area:auto/1/auto/-1] max-split:justify-start">
      {!inStock && <StatusBadge tone="off">Withheld</StatusBadge>}
      {available === 0 ? (
        <StatusBadge tone="off">Out of Stock</StatusBadge>
      ) : (
        <StatusBadge tone="good">{`In Stock: ${available} available`}</StatusBadge>
      )}
      {available > 0 && available <= lowStock && <StatusBadge tone="wait">Low stock</StatusBadge>}
    </span>
  )
}

interface Props {
  product: AdminProduct
  nameId: string
}

/** Adds a delivery to the stock. */
function Restock({ product, nameId }: Props) {
  useSignals()
  const [form] = useState(() => createForm(RestockSchema, { quantity: '' }))
  const [busy, setBusy] = useState(false)

  async function send() {
    if (busy || !form.validate()) return
    setBusy(true)
    const { quantity } = form.values.value
    const failure = await sendOnce({ restocked: product.id, quantity }, (requestId) =>
      restock(product.id, quantity, requestId),
    )
    setBusy(false)
    if (failure) return form.showErrors({ quantity: failure.message })
    form.setValue('quantity', '')
  }

  return (
    <form
      noValidate
      className="flex items-center gap-2 max-[20rem]:flex-wrap"
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <Field
        label="Add"
        inputMode="numeric"
        autoComplete="off"
        className="grid-cols-[auto_4rem] items-center gap-x-2 [&>input]:min-h-target [&>input]:py-1 [&>p]:col-span-full"
        {...form.field('quantity')}
      />
      <Button
        type="submit"
        variant="quiet"
        className="button-compact"
        aria-describedby={nameId}
        pendingLabel={busy ? 'Saving...' : undefined}
      >
        Restock
      </Button>
    </form>
  )
}

/** Shows the new value until the list is reloaded. */
function ForSale({ product, nameId }: Props) {
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
