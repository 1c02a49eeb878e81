import type { AdminProduct } from '#contract/admin-products'
import { useSignals } from '@preact/signals-react/runtime'
import { Button } from '../../../ui/Button.tsx'
import { goTo, place } from '../router.ts'
import { Confirm } from '../shared/Confirm.tsx'
import { ListBar } from '../shared/ListBar.tsx'
import { ListBody } from '../shared/ListBody.tsx'
import { TabHead } from '../shared/PageHeader.tsx'
import { NEW } from './product-draft.store.ts'
import { ProductDialog } from './ProductDialog.tsx'
import { ProductEntry } from './ProductEntry.tsx'
import { asked, closeAsked, deleteProduct, products } from './admin-products.store.ts'
import { RestockDialog } from './RestockDialog.tsx'

export function ProductsTab() {
  useSignals()
  const { tab, id } = place.value
  return (
    <>
      <Head />
      <ListBar list={products} placeholder="Name or description" />
      <ListBody list={products} things="products" keyOf={({ id }) => id} Entry={ProductEntry} />
      {tab === 'products' && id && <ProductDialog key={id} id={id} />}
      {asked.value?.about === 'restock' && (
        <RestockDialog
          product={asked.value.product}
          onRestocked={() => products.refresh()}
          onClose={closeAsked}
        />
      )}
      {asked.value?.about === 'delete' && <DeleteDialog product={asked.value.product} />}
    </>
  )
}

function Head() {
  useSignals()
  const shown = products.shown.value
  return (
    <TabHead title="Products" figures={shown.name === 'here' && figuresOf(shown.items, shown.next)}>
      <Button aria-haspopup="dialog" onClick={() => goTo('products', NEW)}>
        Add Product
      </Button>
    </TabHead>
  )
}

function figuresOf(items: AdminProduct[], next: string | undefined): string {
  const out = items.filter(({ stock, reserved }) => stock === reserved).length
  const count = `${items.length}${next === undefined ? '' : '+'} ${items.length === 1 ? 'product' : 'products'}`
  return out === 0 ? count : `${count}, ${out} out of stock`
}

function DeleteDialog({ product }: { product: AdminProduct }) {
  const { name, reserved } = product
  return (
    <Confirm
      title="Delete this product?"
      above={name}
      act="Delete Product"
      acting="Deleting..."
      keep="Keep product"
      onAct={() => deleteProduct(product)}
      onClose={closeAsked}
    >
      <p>It leaves the shop at once. The orders that were placed for it keep it.</p>
      {reserved > 0 && (
        <p>
          {reserved} of it {reserved === 1 ? 'is' : 'are'} being paid for just now, and will still be sold.
        </p>
      )}
    </Confirm>
  )
}
