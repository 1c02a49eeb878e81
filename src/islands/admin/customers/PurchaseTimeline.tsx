import { purchaseLabels, purchaseName } from '#contract/purchases/purchase-number.ts'
import type { Person } from '#contract/reports/customers.ts'
import { Quote, TimelineItem } from '#islands/admin/customers/TimelineItem.tsx'
import { quantityAndProduct } from '#islands/admin/orders/order-labels.ts'
import { OrderBadges } from '#islands/admin/orders/OrderEntry.tsx'
import { hrefOf } from '#islands/admin/router.ts'
import { longDate, pounds } from '#islands/admin/shared/format.ts'
import { StatusBadge } from '#islands/admin/shared/StatusBadge.tsx'
import { STATUS } from '#islands/admin/vouchers/voucher-labels.ts'
import { DELIVERY_NAMES } from '#islands/checkout/order-facts.ts'
import { ExactText } from '#ui/ExactText.tsx'

interface VoucherProps {
  voucher: Person['vouchers'][number]
  /** The customer's address. */
  email: string
}

export function VoucherTimelineItem({ voucher, email }: VoucherProps) {
  const { status, buyerName, buyerEmail, recipientName, recipientEmail } = voucher
  const bought = buyerEmail === email
  const received = recipientEmail === email
  const { label, tone } = STATUS[status]
  return (
    <TimelineItem
      title={`Voucher ${[bought && 'bought', received && 'received'].filter(Boolean).join(' and ')}`}
      date={voucher.date}
      amount={pounds(voucher.originalAmount)}
    >
      <p className="ledger-line">
        <a href={hrefOf('vouchers', voucher.id)}>
          Voucher <span translate="no">{`…${voucher.codeEnd}`}</span>
        </a>
        <StatusBadge tone={tone}>{label}</StatusBadge>
      </p>
      {!received && (
        <p>
          For <NameAndEmail name={recipientName} email={recipientEmail} />
        </p>
      )}
      {!bought && (buyerName ?? buyerEmail) !== null && (
        <p>
          From <NameAndEmail name={buyerName} email={buyerEmail} />
        </p>
      )}
      <p className="text-soft">
        {voucher.number && <ExactText>{`${purchaseName('voucher', voucher.number)}, `}</ExactText>}
        <span translate="no">{pounds(voucher.currentBalance)}</span>
        <span>{` left, valid until ${longDate(voucher.expiryDate)}`}</span>
      </p>
      <Quote>{voucher.personalMessage}</Quote>
    </TimelineItem>
  )
}

/** Names the other party of a voucher. '' stands for erased data, null for data that was never given. */
function NameAndEmail({ name, email }: { name: string | null; email: string | null }) {
  const known = [name, email].filter(Boolean).join(', ')
  return known ? <bdi translate="no">{known}</bdi> : <span>someone whose details have been erased</span>
}

/** A purchase that was never fulfilled. The export has its input. */
export function UnfinishedPurchaseItem({ purchase }: { purchase: Person['unfinished'][number] }) {
  return (
    <TimelineItem title="Unfinished purchase" date={purchase.date} amount={pounds(purchase.amount)}>
      <p>{purchase.productName ?? (purchase.purpose === 'order' ? 'Order' : 'Gift voucher')}</p>
    </TimelineItem>
  )
}

export function OrderTimelineItem({ order }: { order: Person['orders'][number] }) {
  return (
    <TimelineItem
      title={order.number ? purchaseName('order', order.number) : purchaseLabels.order}
      date={order.date}
      amount={pounds(order.amount)}
    >
      <p className="ledger-line">
        <a href={hrefOf('orders', order.id)}>{quantityAndProduct(order)}</a>
        <OrderBadges order={order} />
      </p>
      <p className="text-soft">
        <span>{DELIVERY_NAMES[order.delivery]}</span>
        {order.refunded !== '0.00' && <ExactText>{`, ${pounds(order.refunded)} refunded`}</ExactText>}
      </p>
    </TimelineItem>
  )
}
