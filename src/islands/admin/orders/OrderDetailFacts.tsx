import type { OrderDetail } from '#contract/orders/admin-orders.ts'
import { purchaseLabels } from '#contract/purchases/purchase-number.ts'
import { changeFulfilment } from '#islands/admin/orders/order-changes.ts'
import {
  buyerName,
  fulfilmentTexts,
  previousStep,
  quantityAndProduct,
  remainingAmount,
  showsFulfilment,
} from '#islands/admin/orders/order-labels.ts'
import { EmailLink, PhoneLink } from '#islands/admin/shared/ContactLinks.tsx'
import { CorrectAddress } from '#islands/admin/shared/CorrectAddress.tsx'
import { Fact, FactButton } from '#islands/admin/shared/DetailPanel.tsx'
import { pounds } from '#islands/admin/shared/format.ts'
import { DELIVERY_NAMES } from '#islands/checkout/order-facts.ts'
import { ExactText } from '#ui/ExactText.tsx'

export function OrderDetailFacts({ order }: { order: OrderDetail }) {
  return (
    <dl className="side-facts">
      <Fact label="For">
        <Buyer order={order} />
      </Fact>
      <Fact label={order.delivery === 'local' ? 'Deliver to' : 'Collection'}>
        <Destination order={order} />
      </Fact>
      {showsFulfilment(order) && (
        <Fact label="Now">
          <span>{fulfilmentTexts(order, order.fulfilment).badge.label}</span>
          <StepBack order={order} />
        </Fact>
      )}
      {order.refunded !== '0.00' && (
        <Fact label="Refunded">
          <span translate="no">{pounds(order.refunded)}</span>
          <span className="block text-soft">
            <ExactText>{`${pounds(remainingAmount(order))} left`}</ExactText>
          </span>
        </Fact>
      )}
      <Fact label={purchaseLabels.order}>
        <span translate="no">{order.number}</span>
        <span className="block text-small text-soft" translate="no">
          {order.reference}
        </span>
      </Fact>
    </dl>
  )
}

function Buyer({ order }: { order: OrderDetail }) {
  const { id, email, phone } = order
  if (!email) return <>The buyer’s name and address have been erased.</>
  return (
    <>
      <strong className="font-semibold" translate="no">
        <bdi>{buyerName(order)}</bdi>
      </strong>
      {phone && <PhoneLink phone={phone} />}
      <EmailLink email={email} />
      <CorrectAddress
        kind="order"
        id={id}
        email={email}
        eyebrow={quantityAndProduct(order)}
        hint="We will send the order confirmation again to the new address."
      />
    </>
  )
}

function Destination({ order: { delivery, shippingAddress } }: { order: OrderDetail }) {
  const { line1, line2, city, postcode } = shippingAddress ?? {}
  const lines = [line1, line2, city, postcode].filter(Boolean).join('\n')
  if (delivery === 'local')
    return (
      <address className="whitespace-pre-line not-italic" translate="no">
        {lines}
      </address>
    )
  return (
    <>
      <span>{DELIVERY_NAMES.collection}</span>
      {lines && (
        <address className="mt-1 whitespace-pre-line text-soft not-italic">
          <span>{'Billed to\n'}</span>
          <span translate="no">{lines}</span>
        </address>
      )}
    </>
  )
}

/** Undoes an accidental step. Less prominent than the next step. */
function StepBack({ order }: { order: OrderDetail }) {
  const previous = previousStep(order)
  const { undo } = fulfilmentTexts(order, order.fulfilment)
  return previous && undo ? (
    <FactButton onPress={() => void changeFulfilment(order, previous)}>{undo}</FactButton>
  ) : null
}
