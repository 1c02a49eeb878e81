import { useState } from 'react'
import { ORDER_FROZEN } from '#contract/money/frozen.ts'
import type { OrderDetail } from '#contract/orders/admin-orders.ts'
import { describeOrderCancelling } from '#islands/admin/cancellations/cancellation-labels.ts'
import { CancellationPanel } from '#islands/admin/cancellations/CancellationPanel.tsx'
import { RecordCancellation } from '#islands/admin/cancellations/RecordCancellation.tsx'
import {
  buyerName,
  canRefund,
  hasPackingSlip,
  nextStep,
  quantityAndProduct,
  remainingAmount,
  tellsBuyer,
} from '#islands/admin/orders/order-labels.ts'
import { OrderDetailFacts } from '#islands/admin/orders/OrderDetailFacts.tsx'
import { OrderBadges } from '#islands/admin/orders/OrderEntry.tsx'
import { OrderRefundDialog } from '#islands/admin/orders/OrderRefundDialog.tsx'
import { orderQuery } from '#islands/admin/orders/orders.store.ts'
import { PackingSlip } from '#islands/admin/orders/PackingSlip.tsx'
import { StepButton } from '#islands/admin/orders/StepButton.tsx'
import { DetailPanel } from '#islands/admin/shared/DetailPanel.tsx'
import { dateTime, pounds } from '#islands/admin/shared/format.ts'
import { OwnersOnly } from '#islands/admin/shared/OwnersOnly.tsx'
import { RecordEmails } from '#islands/admin/shared/RecordEmails.tsx'
import { refresh } from '#islands/admin/shared/server-data.ts'
import { orderFacts } from '#islands/checkout/order-facts.ts'
import { sheetTitle, usePrintSheets } from '#islands/checkout/print-sheet.ts'
import { PrintedReceipt } from '#islands/checkout/PrintedReceipt.tsx'
import { Button } from '#ui/Button.tsx'
import { ExactText } from '#ui/ExactText.tsx'

export function OrderView({ id }: { id: string }) {
  return (
    <DetailPanel
      tab="orders"
      kind="order"
      id={id}
      query={orderQuery(id)}
      title={quantityAndProduct}
      badges={badges}
    >
      {(order) => <OrderDetails order={order} />}
    </DetailPanel>
  )
}

const badges = (order: OrderDetail) => <OrderBadges order={order} />

function OrderDetails({ order }: { order: OrderDetail }) {
  const next = nextStep(order)
  const { chosen, printSheet } = usePrintSheets('receipt', {
    receipt: sheetTitle('Receipt', order.number),
    'packing slip': sheetTitle('Packing slip', order.number),
  })
  return (
    <>
      <div>
        <p className="side-amount" translate="no">
          {pounds(order.amount)}
        </p>
        <p className="text-small text-soft">{`paid ${dateTime(order.date)}`}</p>
      </div>
      <BlockedNotice order={order} />
      <OrderActions order={order} printSheet={printSheet} />
      {order.cancellation && (
        <CancellationPanel cancellation={order.cancellation} eyebrow={quantityAndProduct(order)} />
      )}
      <OrderDetailFacts order={order} />
      <OrderHistory order={order} />
      <RecordEmails id={order.id} />
      {next && (
        <div className="foot-bar">
          <p className="min-w-0 wrap-anywhere">
            <span className="block text-small text-soft">For</span>
            {buyerName(order) ? <bdi translate="no">{buyerName(order)}</bdi> : <span>Erased</span>}
          </p>
          <StepButton order={order} step={next} className="min-w-44" />
          <EmailHint order={order} />
        </div>
      )}
      <PrintedReceipt
        facts={receiptFacts(order)}
        reference={order.reference}
        isChosen={chosen === 'receipt'}
      />
      <PackingSlip order={order} isChosen={chosen === 'packing slip'} />
    </>
  )
}

/** Beside the button of the step: says whether it sends an email. */
const EmailHint = ({ order }: { order: OrderDetail }) =>
  tellsBuyer(order) && (
    <p className="w-full text-small text-soft">
      {order.isCancelled
        ? 'We will then email the buyer to ask for the goods back.'
        : `We will then email the buyer to say that the order ${EMAIL_TEXT[order.delivery]}.`}
    </p>
  )

/** Completes "the order …": what the email at the step 'ready' says. The email is sent once. */
const EMAIL_TEXT = { collection: 'can be collected', local: 'is on its way' }

function receiptFacts(order: OrderDetail) {
  const facts = orderFacts({ ...order, quantity: order.sold })
  if (order.refunded !== '0.00') {
    facts.push(['Refunded', pounds(order.refunded)], ['Total after refunds', pounds(remainingAmount(order))])
  }
  return facts
}

/** Says why the order cannot be changed at the moment. */
function BlockedNotice({ order: { status, frozenBy } }: { order: OrderDetail }) {
  if (frozenBy) return <p className="message message-bad">{ORDER_FROZEN[frozenBy]}</p>
  if (status !== 'refunding') return null
  return (
    <div className="message">
      <p>A refund of this order is still going through.</p>
      <button type="button" className="text-button" onClick={() => void refresh()}>
        Check again
      </button>
    </div>
  )
}

interface ActionProps {
  order: OrderDetail
  printSheet: (sheet: 'receipt' | 'packing slip') => Promise<void>
}

function OrderActions({ order, printSheet }: ActionProps) {
  const [refunding, setRefunding] = useState(false)
  const next = nextStep(order)
  return (
    <div className="side-acts">
      {next && (
        <div className="side-next">
          <StepButton order={order} step={next} className="button-compact" />
          <EmailHint order={order} />
        </div>
      )}
      <Button variant="quiet" className="button-compact" onClick={() => void printSheet('receipt')}>
        Print Receipt
      </Button>
      {hasPackingSlip(order) && (
        <Button variant="quiet" className="button-compact" onClick={() => void printSheet('packing slip')}>
          Packing Slip
        </Button>
      )}
      {canRefund(order) && (
        <OwnersOnly>
          <Button variant="bad" className="button-compact" onClick={() => setRefunding(true)}>
            Issue Refund
          </Button>
        </OwnersOnly>
      )}
      {order.canRecordCancellation && (
        <RecordCancellation
          id={order.id}
          eyebrow={quantityAndProduct(order)}
          effect={describeOrderCancelling(order)}
          cancelLabel="Keep the order"
        />
      )}
      {refunding && <OrderRefundDialog order={order} onClose={() => setRefunding(false)} />}
    </div>
  )
}

/** The order's history, newest first. */
function OrderHistory({ order: { history } }: { order: OrderDetail }) {
  return (
    <section aria-labelledby="history">
      <h3 id="history">History</h3>
      <ol className="ledger">
        {history.map(({ at, what }) => (
          <li key={`${at} ${what}`}>
            <p>
              <ExactText>{what}</ExactText>
            </p>
            <p className="ledger-who">
              <time dateTime={at}>{dateTime(at)}</time>
            </p>
          </li>
        ))}
      </ol>
    </section>
  )
}
