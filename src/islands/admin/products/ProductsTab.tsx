import { useSignals } from '@preact/signals-react/runtime'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { AdminProduct } from '#contract/products/admin-products.ts'
import { closeDelete, deleteProduct, deleting, list } from '#islands/admin/products/admin-products.store.ts'
import { ProductDialog } from '#islands/admin/products/ProductDialog.tsx'
import { ProductEntry } from '#islands/admin/products/ProductEntry.tsx'
import { goTo, NEW_PRODUCT_ID, route } from '#islands/admin/router.ts'
import { Confirm } from '#islands/admin/shared/Confirm.tsx'
import { ListBar } from '#islands/admin/shared/ListBar.tsx'
import { ListBody } from '#islands/admin/shared/ListBody.tsx'
import type { Column } from '#islands/admin/shared/ListColumns.tsx'
import { OwnersOnly } from '#islands/admin/shared/OwnersOnly.tsx'
import { PageHeader } from '#islands/admin/shared/PageHeader.tsx'
import { Button } from '#ui/Button.tsx'

const COLUMNS: readonly Column[] = [
  { name: 'Product' },
  { name: 'Status', isText: true },
  { name: 'Price' },
  { name: 'Stock' },
]

export function ProductsTab() {
  useSignals()
  const { tab, id } = route.value
  const product = deleting.value
  return (
    <>
      <ProductsHeader />
      <ListBar list={list} placeholder="Name, category or description" />
      <ListBody
        list={list}
        things="products"
        columns={COLUMNS}
        widths="[--acts:16rem] [--fields:10.5rem_5rem_5.5rem] xl:[--acts:28rem]"
        empty={
          <>
            <p>The products you sell in the shop will be listed here, with their prices and stock.</p>
            <OwnersOnly>
              <Button variant="quiet" aria-haspopup="dialog" onClick={() => goTo('products', NEW_PRODUCT_ID)}>
                Add the first product
              </Button>
            </OwnersOnly>
          </>
        }
        keyOf={({ id }) => id}
        Entry={ProductEntry}
      />
      {tab === 'products' && id && (
        <OwnersOnly>
          <ProductDialog key={id} id={id} />
        </OwnersOnly>
      )}
      {product && <DeleteDialog product={product} onClose={() => closeDelete(product)} />}
    </>
  )
}

function ProductsHeader() {
  useSignals()
  const { data } = useInfiniteQuery(list.query.value)
  return (
    <PageHeader title="Products" canRefresh figures={data ? figuresOf(data.items, data.next) : null}>
      <OwnersOnly>
        <Button aria-haspopup="dialog" onClick={() => goTo('products', NEW_PRODUCT_ID)}>
          Add Product
        </Button>
      </OwnersOnly>
    </PageHeader>
  )
}

function figuresOf(items: AdminProduct[], next: string | undefined): string {
  const out = items.filter(({ stock, reserved }) => stock === reserved).length
  const count = `${items.length}${next === undefined ? '' : '+'} ${items.length === 1 ? 'product' : 'products'}`
  return out === 0 ? count : `${count}, ${out} out of stock`
}

function DeleteDialog({ product, onClose }: { product: AdminProduct; onClose: () => void }) {
  const { name, reserved } = product
  return (
    <Confirm
      title="Delete this product?"
      eyebrow={name}
      submitLabel="Delete Product"
      pendingLabel="Deleting..."
      cancelLabel="Keep product"
      onSubmit={() => deleteProduct(product)}
      onClose={onClose}
    >
      <p>It will disappear from the shop straight away. Past orders will not be affected.</p>
      {reserved > 0 && (
        <p>{`Customers are paying for ${reserved} of these at the moment. ${reserved === 1 ? 'It' : 'They'} will still be sold if the payment goes through.`}</p>
      )}
    </Confirm>
  )
}
