import { useSignals } from '@preact/signals-react/runtime'
import type { AdminOrder } from '#contract/orders/admin-orders.ts'
import { purchaseName } from '#contract/purchases/purchase-number.ts'
import { select, selected } from '#islands/admin/orders/bulk-steps.store.ts'
import {
  buyerName,
  fulfilmentTexts,
  nextStep,
  ORDER_STATUS,
  orderName,
  quantityAndProduct,
  showsFulfilment,
} from '#islands/admin/orders/order-labels.ts'
import { StepButton } from '#islands/admin/orders/StepButton.tsx'
import { hrefOf, route } from '#islands/admin/router.ts'
import { pounds, shortDate } from '#islands/admin/shared/format.ts'
import { StatusBadge } from '#islands/admin/shared/StatusBadge.tsx'
import { DELIVERY_NAMES } from '#islands/checkout/order-facts.ts'
import { ExactText } from '#ui/ExactText.tsx'

export function OrderEntry({ item: order }: { item: AdminOrder }) {
  useSignals()
  const next = nextStep(order)
  return (
    <li className="entry" aria-current={route.value.id === order.id || undefined}>
      <div className="entry-main">
        <div className="entry-head">
          {next && (
            <label className="entry-select">
              <span className="sr-only">Select </span>
              <span className="sr-only" translate="no">
                {orderName(order)}
              </span>
              <input
                type="checkbox"
                checked={selected.value.has(order.id)}
                onChange={(event) => select([order.id], event.target.checked)}
              />
            </label>
          )}
          <a className="entry-name" href={hrefOf('orders', order.id)}>
            {buyerName(order) ? (
              <bdi translate="no">{buyerName(order)}</bdi>
            ) : (
              <span>A customer whose details have been erased</span>
            )}
          </a>
        </div>
        <p className={`entry-text ${next ? 'sm:ps-target' : ''}`}>
          <strong>{quantityAndProduct(order)}</strong>
          <span>{`, ${DELIVERY_NAMES[order.delivery]}`}</span>
          {order.number && (
            <span className="entry-line" translate="no">
              {purchaseName('order', order.number)}
            </span>
          )}
        </p>
      </div>
      <OrderBadges order={order} />
      <dl className="entry-figures">
        <div>
          <dt>Amount</dt>
          <dd>
            <span translate="no">{pounds(order.amount)}</span>
            {order.refunded !== '0.00' && (
              <span className="block text-label text-soft">
                <ExactText>{`${pounds(order.refunded)} refunded`}</ExactText>
              </span>
            )}
          </dd>
        </div>
        <div>
          <dt>Ordered</dt>
          <dd>{shortDate(order.date)}</dd>
        </div>
      </dl>
      {next && (
        <div className="entry-acts">
          <StepButton order={order} step={next} className="button-quiet button-compact" />
        </div>
      )}
    </li>
  )
}

interface BadgeProps {
  order: Pick<AdminOrder, 'status' | 'fulfilment' | 'delivery'> & Partial<Pick<AdminOrder, 'isCancelled'>>
}

/** The fulfilment status and the payment status; that it is paid only if there is nothing else to say. */
export function OrderBadges({ order }: BadgeProps) {
  const fulfilment = fulfilmentTexts(order, order.fulfilment).badge
  const money = ORDER_STATUS[order.status]
  return (
    <span className="entry-status">
      {showsFulfilment(order) && <StatusBadge tone={fulfilment.tone}>{fulfilment.label}</StatusBadge>}
      {order.isCancelled && (
        <StatusBadge tone={order.status === 'completed' ? 'wait' : 'off'}>Cancelled</StatusBadge>
      )}
      {!(order.status === 'completed' && showsFulfilment(order)) && (
        <StatusBadge tone={money.tone}>{money.label}</StatusBadge>
      )}
    </span>
  )
}
