import { useQuery } from '@tanstack/react-query'
import { useState, type ComponentProps, type ReactNode } from 'react'
import type { Attention, Attention as Item } from '#contract/reports.ts'
import { resendEmail, settlePayment } from '#islands/admin/overview/attention-actions.ts'
import { attentionLabel } from '#islands/admin/overview/attention-labels.ts'
import { PartStatus } from '#islands/admin/overview/PartStatus.tsx'
import { PaymentRefundDialog } from '#islands/admin/overview/PaymentRefundDialog.tsx'
import { ReleaseDialog } from '#islands/admin/overview/ReleaseDialog.tsx'
import { RestockDialog } from '#islands/admin/products/RestockDialog.tsx'
import { hrefOf } from '#islands/admin/router.ts'
import { ResendDialog } from '#islands/admin/shared/ResendDialog.tsx'
import { attentionQuery } from '#islands/admin/shared/server-data.ts'
import { StatusBadge } from '#islands/admin/shared/StatusBadge.tsx'
import { useKeptItem } from '#islands/admin/shared/use-kept-item.ts'
import { useLostFocus } from '#islands/admin/shared/use-lost-focus.ts'
import { ExtendDialog } from '#islands/admin/vouchers/ExtendDialog.tsx'
import { Button } from '#ui/Button.tsx'

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
  const { badge, tone, title, more } = attentionLabel(item)
  return (
    <li>
      <div className="min-w-0 grow">
        <StatusBadge tone={tone}>{badge}</StatusBadge>
        <p className="mt-1 wrap-anywhere">{title}</p>
        {more && <p className="text-small text-soft wrap-anywhere">{more}</p>}
      </div>
      <AttentionAction item={item} />
    </li>
  )
}

function AttentionAction({ item }: { item: Item }) {
  switch (item.kind) {
    case 'payment_open':
      return <SettleButton paymentId={item.id} />
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
      return (
        <div className="flex flex-wrap gap-2">
          {item.requestId && (
            <a className="button button-quiet button-compact" href={hrefOf('requests', item.requestId)}>
              Open request
            </a>
          )}
          <DialogButton label="Resend">
            {(close) => <ResendEmailDialog mail={item} onClose={close} />}
          </DialogButton>
        </div>
      )
    case 'emails_waiting':
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
          {item.orderId !== null && (
            <a className="button button-quiet button-compact" href={hrefOf('orders', item.orderId)}>
              Open order
            </a>
          )}
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

function DialogButton({ label, children }: { label: string; children: (close: () => void) => ReactNode }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button variant="quiet" className="button-compact" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {label}
      </Button>
      {open && children(() => setOpen(false))}
    </>
  )
}

function SettleButton({ paymentId }: { paymentId: string }) {
  const [busy, setBusy] = useState(false)
  return (
    <Button
      variant="quiet"
      className="button-compact"
      pendingLabel={busy ? 'Settling...' : undefined}
      onClick={() => {
        setBusy(true)
        void settlePayment(paymentId).finally(() => setBusy(false))
      }}
    >
      Settle now
    </Button>
  )
}

interface Props {
  mail: Extract<Attention, { kind: 'mail' }>
  onClose: () => void
}

function ResendEmailDialog({ mail, onClose }: Props) {
  return (
    <ResendDialog
      eyebrow={mail.what}
      recipient={mail.recipient}
      submitLabel="Resend"
      hint="If it was mistyped, you can correct it here."
      onSend={(recipientEmail) => resendEmail(mail.id, recipientEmail)}
      onClose={onClose}
    />
  )
}
