import { useSignals } from '@preact/signals-react/runtime'
import { type ComponentProps, type ReactNode, useState } from 'react'
import type { Attention as Item } from '#contract/reports'
import { Button } from '../../../ui/Button.tsx'
import { StatusBadge } from '../shared/StatusBadge.tsx'
import { useLostFocus } from '../shared/use-lost-focus.ts'
import { RestockDialog } from '../products/RestockDialog.tsx'
import { ExtendDialog } from '../vouchers/ExtendDialog.tsx'
import { sayAttention } from './attention-labels.ts'
import { RefundDialog } from './PaymentRefundDialog.tsx'
import { ReleaseDialog } from './ReleaseDialog.tsx'
import { ResendMail } from './ResendMail.tsx'
import { reloadAttention, wanting } from './overview.store.ts'
import { PartStatus } from './PartStatus.tsx'
import { settle } from './attention-actions.ts'

/** What cannot be left to itself, each with the buttons that help. */
export function Attention() {
  useSignals()
  const part = wanting.value
  const place = useLostFocus<HTMLElement>(part)
  const items = part.name === 'here' ? part.value.items : []
  return (
    <section ref={place} tabIndex={-1} aria-labelledby="attention-heading">
      <h2 id="attention-heading">Needs attention</h2>
      <PartStatus part={part} what="list of what needs attention" />
      {part.name === 'here' && items.length === 0 && (
        <p className="mt-2 text-small text-soft">Nothing. Everything that was paid for has been delivered.</p>
      )}
      <ul className="attention">
        {items.map((item) => (
          <Entry key={`${item.kind}:${item.id}`} item={item} />
        ))}
      </ul>
    </section>
  )
}

function Entry({ item }: { item: Item }) {
  const { badge, tone, title, more } = sayAttention(item)
  return (
    <li>
      <div className="min-w-0 grow">
        <StatusBadge tone={tone}>{badge}</StatusBadge>
        <p className="mt-1 wrap-anywhere">{title}</p>
        {more && <p className="text-small text-soft wrap-anywhere">{more}</p>}
      </div>
      <Remedy item={item} />
    </li>
  )
}

function Remedy({ item }: { item: Item }) {
  switch (item.kind) {
    case 'payment_open':
      return <Settle paymentId={item.id} />
    case 'payment_unknown':
      return <Refund item={item} amount={item.refundable} />
    case 'refund':
      return item.refundable === null ? (
        <AtStripe url={`https://dashboard.stripe.com/payments/${item.reference}`}>
          Make it again at Stripe
        </AtStripe>
      ) : (
        <Refund item={item} amount={item.refundable} />
      )
    case 'mail':
      return <Opens label="Resend">{(close) => <ResendMail mail={item} onClose={close} />}</Opens>
    case 'difference':
      return item.reference === null ? (
        <OpenVoucher id={item.voucherId} />
      ) : (
        <AtStripe url={`https://dashboard.stripe.com/payments/${item.reference}`}>Open at Stripe</AtStripe>
      )
    case 'shortfall':
      return <OpenVoucher id={item.id} />
    case 'part_lost':
      return item.voucherId === null ? (
        <AtStripe url={`https://dashboard.stripe.com/payments/${item.reference}`}>Open at Stripe</AtStripe>
      ) : (
        <OpenVoucher id={item.voucherId} />
      )
    case 'fraud_alert':
      return (
        <div className="flex flex-wrap gap-2">
          <Opens label="Release">{(close) => <ReleaseDialog item={item} onClose={close} />}</Opens>
          {item.refundable !== null && <Refund item={item} amount={item.refundable} />}
        </div>
      )
    case 'dispute':
      return <AtStripe url={item.url}>Open at Stripe</AtStripe>
    case 'stock':
      // Enough is on the shelf: what is in checkouts is sold soon, or back.
      return item.stock > item.lowStock ? null : (
        <Opens label="Restock">
          {(close) => <RestockDialog product={item} onRestocked={reloadAttention} onClose={close} />}
        </Opens>
      )
    case 'voucher_expiring':
      return (
        <Opens label="Extend">
          {(close) => (
            <ExtendDialog
              voucher={item}
              above={`For ${item.recipientName}`}
              onExtended={reloadAttention}
              onClose={close}
            />
          )}
        </Opens>
      )
  }
}

function Refund(refund: Omit<ComponentProps<typeof RefundDialog>, 'onClose'>) {
  return <Opens label="Refund">{(close) => <RefundDialog {...refund} onClose={close} />}</Opens>
}

function AtStripe({ url, children }: { url: string; children: string }) {
  return (
    <a className="button button-quiet button-compact" href={url} target="_blank" rel="noreferrer">
      {children}
    </a>
  )
}

const OpenVoucher = ({ id }: { id: string | null }) => (
  <a className="button button-quiet button-compact" href={`#vouchers/${id}`}>
    Open voucher
  </a>
)

function Opens({ label, children }: { label: string; children: (close: () => void) => ReactNode }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button look="quiet" className="button-compact" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {label}
      </Button>
      {open && children(() => setOpen(false))}
    </>
  )
}

function Settle({ paymentId }: { paymentId: string }) {
  const [busy, setBusy] = useState(false)
  return (
    <Button
      look="quiet"
      className="button-compact"
      busy={busy ? 'Settling...' : undefined}
      onClick={() => {
        setBusy(true)
        void settle(paymentId).finally(() => setBusy(false))
      }}
    >
      Settle now
    </Button>
  )
}
