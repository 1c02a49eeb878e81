import type { Fulfilment, OrderDetail } from '#contract/admin-orders'
import { DELIVERY_NAMES } from '../../checkout/delivery.ts'
import { pounds } from '../shared/format.ts'
import { MailLink, PhoneLink } from '../shared/ContactLinks.tsx'
import { Fact, FactButton } from '../shared/DetailPanel.tsx'
import { take } from './order-changes.ts'
import { buyer, FULFILMENT, hasPlace, left, stepBefore } from './order-labels.ts'

/** What to hand over to whom, and what became of the money. */
export function OrderFacts({ order }: { order: OrderDetail }) {
  return (
    <dl className="side-facts">
      <Fact label="For">
        <Buyer order={order} />
      </Fact>
      <Fact label={order.delivery === 'local' ? 'Deliver to' : 'Collection'}>
        <Destination order={order} />
      </Fact>
      {hasPlace(order) && (
        <Fact label="Now">
          {FULFILMENT[order.fulfilment].words}
          <StepBack order={order} />
        </Fact>
      )}
      {order.refunded !== '0.00' && (
        <Fact label="Refunded">
          {pounds(order.refunded)}
          <span className="block text-soft">{pounds(left(order))} left</span>
        </Fact>
      )}
      <Fact label="Reference">{order.reference}</Fact>
    </dl>
  )
}

function Buyer({ order }: { order: OrderDetail }) {
  const { email, phone } = order
  if (!email) return <>The buyer’s name and address were erased.</>
  return (
    <>
      <strong className="font-semibold">{buyer(order)}</strong>
      {phone && <PhoneLink phone={phone} />}
      <MailLink email={email} />
    </>
  )
}

function Destination({ order: { delivery, shippingAddress } }: { order: OrderDetail }) {
  const { line1, line2, city, postcode } = shippingAddress ?? {}
  const lines = [line1, line2, city, postcode].filter(Boolean).join('\n')
  if (delivery === 'local') return <address className="whitespace-pre-line not-italic">{lines}</address>
  return (
    <>
      {DELIVERY_NAMES.collection}
      {lines && (
        <address className="mt-1 whitespace-pre-line text-soft not-italic">{`Billed to\n${lines}`}</address>
      )}
    </>
  )
}

const NOT_YET: Partial<Record<Fulfilment, string>> = {
  ready: 'Not ready yet',
  collected: 'Not collected yet',
  delivered: 'Not delivered yet',
}

/** Corrects a slip, so it stands back. */
function StepBack({ order }: { order: OrderDetail }) {
  const before = stepBefore(order)
  const words = NOT_YET[order.fulfilment]
  return before && words ? <FactButton onPress={() => void take(order, before)}>{words}</FactButton> : null
}
