import { parsePence } from '#contract/base/money.ts'
import type { PurchasedOrder } from '#contract/purchases/purchases.ts'
import { orderFacts } from '#islands/checkout/order-facts.ts'
import { FROM_THE_EMAIL, printPage } from '#islands/checkout/print-page.ts'
import { sheetTitle } from '#islands/checkout/print-sheet.ts'
import { PrintedReceipt } from '#islands/checkout/PrintedReceipt.tsx'
import { PurchaseSummary } from '#islands/checkout/PurchaseSummary.tsx'
import { BuyerEmailOfPurchase } from '#islands/your-purchase/BuyerEmailOfPurchase.tsx'
import { PurchaseCancellation } from '#islands/your-purchase/PurchaseCancellation.tsx'
import { Button } from '#ui/Button.tsx'

/** Where an order is. */
const PROGRESS: Record<PurchasedOrder['fulfilment'], Record<PurchasedOrder['delivery'], string>> = {
  to_prepare: {
    collection: 'We are putting your order aside and will email you as soon as it is ready to collect.',
    local: 'We are preparing your order, and will call or email you to agree when to deliver it.',
  },
  ready: {
    collection: 'Your order is ready to collect from the clinic.',
    local:
      'Your order has been sent out for delivery. If another time or place would suit you better, please ring us.',
  },
  collected: {
    collection: 'You have collected your order.',
    local: 'You have collected your order.',
  },
  delivered: {
    collection: 'We have delivered your order.',
    local: 'We have delivered your order.',
  },
}

/** Nothing is handed over while a payment is disputed. */
const HELD =
  'Your payment is being checked, so your order has to wait. If you have any questions, please ring us.'

const STATUSES: Record<PurchasedOrder['status'], [label: string, badge: string]> = {
  completed: ['Paid', 'badge-good'],
  refunding: ['Being refunded', 'badge-wait'],
  part_refunded: ['Partly refunded', 'badge-wait'],
  refunded: ['Refunded', 'badge-off'],
  disputed: ['Payment being checked', 'badge-bad'],
}

/** Returns the label of an order's badge and its class. A cancelled one is never shown as good, whatever its payment is. */
export const orderBadge = ({
  status,
  cancellation,
}: Pick<PurchasedOrder, 'status' | 'cancellation'>): readonly [label: string, badge: string] => {
  const [label, badge] = STATUSES[status]
  if (!cancellation) return [label, badge]
  return ['Cancelled', status === 'completed' ? 'badge-wait' : badge]
}

export function OrderPurchase({ order }: { order: PurchasedOrder }) {
  const { buyerName, paidAt, fulfilment, delivery, refunded, reference, status } = order
  const isOver = status === 'refunded' || status === 'refunding'
  const isHere = fulfilment === 'to_prepare' || (fulfilment === 'ready' && delivery === 'collection')
  const isHeld = status === 'disputed' && isHere
  const [label, badge] = orderBadge(order)
  const facts = orderFacts({ ...order, firstName: buyerName, date: paidAt })
  if ((parsePence(refunded) ?? 0) > 0) facts.push(['Refunded', `£${refunded}`])
  return (
    <div className="columns w-full">
      <div className="stack">
        <span className={`badge ${badge}`}>{label}</span>
        <h2>{order.productName}</h2>
        {!isOver && !order.cancellation && (
          <p className="lede">{isHeld ? HELD : PROGRESS[fulfilment][delivery]}</p>
        )}
        <PurchaseCancellation purchase={order} />
      </div>
      <div className="panel stack">
        <PurchaseSummary facts={facts} reference={reference} />
        <BuyerEmailOfPurchase purchase={order} />
        <Button onClick={() => printPage(sheetTitle('Receipt', order.number), FROM_THE_EMAIL)}>
          Print Receipt
        </Button>
      </div>
      <PrintedReceipt facts={facts} reference={reference} />
    </div>
  )
}
