import type { OrderDetail } from '#contract/admin-orders'
import { ORDER_FROZEN } from '#contract/frozen'
import { useState } from 'react'
import { orderFacts } from '../../checkout/order-facts.ts'
import { PrintedReceipt } from '../../checkout/PrintedReceipt.tsx'
import { Button } from '../../../ui/Button.tsx'
import { pounds, when } from '../shared/format.ts'
import { Side } from '../shared/DetailPanel.tsx'
import { OrderBadges } from './OrderEntry.tsx'
import { OrderFacts } from './OrderFacts.tsx'
import { OrderHistory } from './OrderHistory.tsx'
import { detail } from './orders.store.ts'
import { RefundDialog } from './OrderRefundDialog.tsx'
import { StepButton } from './StepButton.tsx'
import { buyer, canRefund, goods, left, nextStep } from './order-labels.ts'

/** One order: beside the list, or a page of its own on a phone. */
export function OrderView({ id }: { id: string }) {
  return (
    <Side tab="orders" kind="order" id={id} detail={detail} title={goods} badges={badges}>
      {(order) => <Shown order={order} />}
    </Side>
  )
}

const badges = (order: OrderDetail) => <OrderBadges order={order} />

function Shown({ order }: { order: OrderDetail }) {
  const next = nextStep(order)
  return (
    <>
      <div>
        <p className="side-amount">{pounds(order.amount)}</p>
        <p className="text-small text-soft">paid {when(order.date)}</p>
      </div>
      <Stopped order={order} />
      <Acts order={order} />
      {next === 'ready' && order.email && (
        <p className="text-small text-soft">
          The buyer is then told by e-mail that it {MAILED[order.delivery]}.
        </p>
      )}
      <OrderFacts order={order} />
      <OrderHistory order={order} />
      {next && (
        <div className="foot-bar">
          <p className="min-w-0 wrap-anywhere">
            <span className="block text-small text-soft">For</span>
            {buyer(order) || 'Erased'}
          </p>
          <StepButton order={order} step={next} />
        </div>
      )}
      <PrintedReceipt facts={receiptOf(order)} />
    </>
  )
}

/** Once, with the step to ready. */
const MAILED = { collection: 'can be collected', local: 'is on its way' }

function receiptOf(order: OrderDetail) {
  const facts = orderFacts(order)
  if (order.email) facts.unshift(['Buyer', buyer(order)])
  if (order.refunded !== '0.00') {
    facts.push(['Refunded', pounds(order.refunded)], ['Paid after refunds', pounds(left(order))])
  }
  return facts
}

/** Why there is nothing to do just now. */
function Stopped({ order: { status, id, frozenBy } }: { order: OrderDetail }) {
  if (frozenBy) return <p className="message message-bad">{ORDER_FROZEN[frozenBy]}</p>
  if (status !== 'refunding') return null
  return (
    <div className="message">
      <p>A refund is under way at our card provider.</p>
      <button type="button" className="text-button" onClick={() => void detail.lookAt(id)}>
        Look again
      </button>
    </div>
  )
}

function Acts({ order }: { order: OrderDetail }) {
  const [refunding, setRefunding] = useState(false)
  const next = nextStep(order)
  return (
    <div className="side-acts max-lg:*:grow">
      {next && <StepButton order={order} step={next} className="button-compact side-next w-full" />}
      <Button look="quiet" className="button-compact" onClick={() => print()}>
        Print Receipt
      </Button>
      {canRefund(order) && (
        <Button look="bad" className="button-compact" onClick={() => setRefunding(true)}>
          Issue Refund
        </Button>
      )}
      {refunding && <RefundDialog order={order} onClose={() => setRefunding(false)} />}
    </div>
  )
}
