import type { BoughtOrder } from '#contract/orders.ts'
import { orderFacts } from '#islands/checkout/order-facts.ts'
import { PrintedReceipt } from '#islands/checkout/PrintedReceipt.tsx'
import { PurchaseSummary } from '#islands/checkout/PurchaseSummary.tsx'
import { closePurchase } from '#islands/shop/purchase/purchase.store.ts'
import { Button } from '#ui/Button.tsx'

const NEXT_STEP = {
  collection: 'We will put it aside for you and email you as soon as it is ready to collect.',
  local: 'We will call or email you to agree when to deliver it.',
}

export function OrderConfirmationStep({ bought }: { bought: BoughtOrder }) {
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a small screen scrolls it, by the keyboard too */}
      <div className="dialog-body" tabIndex={0} role="group" aria-label="Your order">
        <div className="stack">
          <span className="badge badge-good">Paid</span>
          <PurchaseSummary facts={orderFacts(bought)} reference={bought.reference} />
          <p className="message message-good">
            <strong className="block">A confirmation email will follow</strong>
            {bought.status !== 'disputed' && <span className="text-small">{NEXT_STEP[bought.delivery]}</span>}
          </p>
          {bought.status === 'disputed' && (
            <p className="message">
              Your payment is being checked, so your order has to wait. If you have any questions, please ring
              us.
            </p>
          )}
        </div>
      </div>
      <div className="dialog-foot">
        <Button variant="quiet" className="max-sm:grow" onClick={closePurchase}>
          Back to the Shop
        </Button>
        <Button className="max-sm:grow" onClick={() => print()}>
          Print Receipt
        </Button>
      </div>
      <PrintedReceipt facts={orderFacts(bought)} reference={bought.reference} />
    </>
  )
}
