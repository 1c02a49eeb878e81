import { useQuery } from '@tanstack/react-query'
import { Suspense, useState, type ComponentProps, type ReactNode } from 'react'
import type { Attention as Item } from '#contract/reports.ts'
import { settlePayment } from '#islands/admin/overview/attention-actions.ts'
import { attentionLabel } from '#islands/admin/overview/attention-labels.ts'
import { hrefOf } from '#islands/admin/router.ts'
import { dismissEmail } from '#islands/admin/shared/email-actions.ts'
import { LoadBoundary } from '#islands/admin/shared/LoadBoundary.tsx'
import { PartStatus } from '#islands/admin/shared/PartStatus.tsx'
import { attentionQuery } from '#islands/admin/shared/server-data.ts'
import { StatusBadge } from '#islands/admin/shared/StatusBadge.tsx'
import { useKeptItem } from '#islands/admin/shared/use-kept-item.ts'
import { useLostFocus } from '#islands/admin/shared/use-lost-focus.ts'
import { Button } from '#ui/Button.tsx'
import { ExactText } from '#ui/ExactText.tsx'
import { lazyPart } from '#ui/lazy-part.ts'

// Few days need a dialog, so each is loaded with the press that opens it.
const ExtendDialog = lazyPart(
  async () => (await import('#islands/admin/vouchers/ExtendDialog.tsx')).ExtendDialog,
)
const PaymentRefundDialog = lazyPart(
  async () => (await import('#islands/admin/overview/PaymentRefundDialog.tsx')).PaymentRefundDialog,
)
const ReleaseDialog = lazyPart(
  async () => (await import('#islands/admin/overview/ReleaseDialog.tsx')).ReleaseDialog,
)
const ResendEmailDialog = lazyPart(
  async () => (await import('#islands/admin/shared/ResendEmailDialog.tsx')).ResendEmailDialog,
)
const RestockDialog = lazyPart(
  async () => (await import('#islands/admin/products/RestockDialog.tsx')).RestockDialog,
)

/** The attention items, each with its actions. */
export function Attention() {
  const query = useQuery(attentionQuery)
  const place = useLostFocus<HTMLElement>(query.data?.items)
  const { item: items, isHidden } = useKeptItem(query.data?.items, place)
  return (
    <section ref={place} tabIndex={-1} aria-labelledby="attention-heading">
      <h2 id="attention-heading">Needs attention</h2>
      <PartStatus query={query} what="list of what needs attention" />
      {items?.length === 0 && <p className="mt-2 text-small text-soft">Nothing needs your attention.</p>}
      <ul className={isHidden ? 'attention invisible' : 'attention'}>
        {items?.map((item) => (
          <AttentionEntry key={`${item.kind}:${item.id}`} item={item} />
        ))}
      </ul>
    </section>
  )
}

function AttentionEntry({ item }: { item: Item }) {
  const { badge, tone, title, address, more } = attentionLabel(item)
  return (
    <li>
      <div className="min-w-0 grow">
        <StatusBadge tone={tone}>{badge}</StatusBadge>
        <p className="mt-1 wrap-anywhere">
          <ExactText>{title}</ExactText>
        </p>
        {address && (
          <p className="wrap-anywhere" translate="no">
            {address}
          </p>
        )}
        {more && (
          <p className="text-small text-soft wrap-anywhere">
            <ExactText>{more}</ExactText>
          </p>
        )}
      </div>
      <AttentionAction item={item} />
    </li>
  )
}

function AttentionAction({ item }: { item: Item }) {
  switch (item.kind) {
    case 'payment_open':
      return <ActionButton label="Settle now" pendingLabel="Settling..." act={() => settlePayment(item.id)} />
    case 'payment_unknown':
      return <RefundButton item={item} amount={item.refundable} />
    case 'refund':
      return item.refundable === null ? (
        <StripeLink url={`https://dashboard.stripe.com/payments/${item.reference}`}>
          Try again in Stripe
        </StripeLink>
      ) : (
        <RefundButton item={item} amount={item.refundable} />
      )
    case 'mail':
      return <EmailActions item={item} />
    case 'outage':
    case 'payments_open':
    case 'run_late':
    case 'emails_waiting':
    case 'code_guessing':
    case 'website':
      return null
    case 'events_undelivered':
      return <StripeLink url="https://dashboard.stripe.com/webhooks">Open in Stripe</StripeLink>
    case 'difference':
      return item.reference === null ? (
        <VoucherLink id={item.voucherId} />
      ) : (
        <StripeLink url={`https://dashboard.stripe.com/payments/${item.reference}`}>
          Open in Stripe
        </StripeLink>
      )
    case 'shortfall':
      return <VoucherLink id={item.id} />
    case 'part_lost':
      return item.voucherId === null ? (
        <StripeLink url={`https://dashboard.stripe.com/payments/${item.reference}`}>
          Open in Stripe
        </StripeLink>
      ) : (
        <VoucherLink id={item.voucherId} />
      )
    case 'fraud_alert':
      return (
        <div className="flex flex-wrap gap-2">
          <DialogButton label="Release">
            {(close) => <ReleaseDialog item={item} onClose={close} />}
          </DialogButton>
          {item.refundable !== null && <RefundButton item={item} amount={item.refundable} />}
        </div>
      )
    case 'dispute':
      return (
        <div className="flex flex-wrap gap-2">
          {item.voucherId !== null && <VoucherLink id={item.voucherId} />}
          {item.orderId !== null && <OrderLink id={item.orderId} />}
          <StripeLink url={item.url}>Open in Stripe</StripeLink>
        </div>
      )
    case 'stock':
      // Low only because of reservations, which are soon sold or released.
      return item.stock > item.lowStock ? null : (
        <DialogButton label="Restock">
          {(close) => <RestockDialog product={item} onClose={close} />}
        </DialogButton>
      )
    case 'stock_unpaid':
      return null
    case 'voucher_expiring':
      return (
        <DialogButton label="Extend">
          {(close) => <ExtendDialog voucher={item} eyebrow={`For ${item.recipientName}`} onClose={close} />}
        </DialogButton>
      )
  }
}

function RefundButton(refund: Omit<ComponentProps<typeof PaymentRefundDialog>, 'onClose'>) {
  return (
    <DialogButton label="Refund">
      {(close) => <PaymentRefundDialog {...refund} onClose={close} />}
    </DialogButton>
  )
}

function StripeLink({ url, children }: { url: string; children: string }) {
  return (
    <a className="button button-quiet button-compact" href={url} target="_blank" rel="noreferrer">
      {children}
    </a>
  )
}

const VoucherLink = ({ id }: { id: string | null }) => (
  <a className="button button-quiet button-compact" href={`#vouchers/${id}`}>
    Open voucher
  </a>
)

const OrderLink = ({ id }: { id: string }) => (
  <a className="button button-quiet button-compact" href={hrefOf('orders', id)}>
    Open order
  </a>
)

/** An email is put right at its record, sent again, or dealt with in another way. */
function EmailActions({ item }: { item: Extract<Item, { kind: 'mail' }> }) {
  const { id, voucherId, orderId, requestId, state } = item
  return (
    <div className="flex flex-wrap gap-2">
      {voucherId !== null && <VoucherLink id={voucherId} />}
      {orderId !== null && <OrderLink id={orderId} />}
      {requestId !== null && (
        <a className="button button-quiet button-compact" href={hrefOf('requests', requestId)}>
          Open request
        </a>
      )}
      {(state === 'failed' || state === 'bounced') && (
        <DialogButton label="Send again">
          {(close) => <ResendEmailDialog email={{ ...item, state }} onClose={close} />}
        </DialogButton>
      )}
      <ActionButton label="Done" pendingLabel="Saving..." act={() => dismissEmail(id)} />
    </div>
  )
}

function DialogButton({ label, children }: { label: string; children: (close: () => void) => ReactNode }) {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button variant="quiet" className="button-compact" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {label}
      </Button>
      {open && (
        <LoadBoundary onClose={close}>
          <Suspense>{children(close)}</Suspense>
        </LoadBoundary>
      )}
    </>
  )
}

interface ActionProps {
  label: string
  pendingLabel: string
  act: () => Promise<unknown>
}

function ActionButton({ label, pendingLabel, act }: ActionProps) {
  const [busy, setBusy] = useState(false)
  return (
    <Button
      variant="quiet"
      className="button-compact"
      pendingLabel={busy ? pendingLabel : undefined}
      onClick={() => {
        setBusy(true)
        void act().finally(() => setBusy(false))
      }}
    >
      {label}
    </Button>
  )
}
