import type { Product } from '#contract/products'
import { lazy, type ReactNode, Suspense } from 'react'
import { PhoneLink } from '../../checkout/PhoneLink.tsx'
import { Boundary } from '../../ui/Boundary.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { closeDialog } from './products.state.ts'

interface Props {
  product: Product | undefined
}

/** Fetched by whoever buys. Once it is here, it goes on where this tab was left. */
const PurchaseDialog = lazy(async () => {
  const [{ PurchaseDialog }, { restore }] = await Promise.all([
    import('./purchase/PurchaseDialog.tsx'),
    import('./purchase/come-back.ts'),
  ])
  restore()
  return { default: PurchaseDialog }
})

export function Purchase({ product }: Props) {
  const inDialog = (words: ReactNode) => (
    <Dialog title="Purchase Product" above={product?.name} onClose={closeDialog}>
      <div className="dialog-body">{words}</div>
    </Dialog>
  )
  return (
    <Boundary
      fallback={inDialog(
        <p role="alert" className="message">
          This part of the page could not be loaded. If you have paid, your order is confirmed by e-mail:
          please don't pay again. To order by phone, ring <PhoneLink />.
        </p>,
      )}
    >
      <Suspense fallback={inDialog(<p role="status">One moment...</p>)}>
        <PurchaseDialog product={product} />
      </Suspense>
    </Boundary>
  )
}
