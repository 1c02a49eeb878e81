import { useSignals } from '@preact/signals-react/runtime'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState, type ComponentProps, type ReactElement, type ReactNode } from 'react'
import type { Attention as Item } from '#contract/reports/reports.ts'
import { ACTION_LABELS, actionsAt } from '#islands/admin/cancellations/cancellation-labels.ts'
import { collectCancelled } from '#islands/admin/cancellations/cancellations.store.ts'
import { settlePayment } from '#islands/admin/overview/attention-actions.ts'
import {
  attentionLabel,
  cancelledName,
  foldedTitle,
  foldItems,
} from '#islands/admin/overview/attention-labels.ts'
import { hrefOf } from '#islands/admin/router.ts'
import { dismissEmail } from '#islands/admin/shared/email-actions.ts'
import { LoadBoundary } from '#islands/admin/shared/LoadBoundary.tsx'
import { OwnersOnly } from '#islands/admin/shared/OwnersOnly.tsx'
import { PartStatus } from '#islands/admin/shared/PartStatus.tsx'
import { attentionQuery } from '#islands/admin/shared/server-data.ts'
import { StatusBadge } from '#islands/admin/shared/StatusBadge.tsx'
import { useKeptItem } from '#islands/admin/shared/use-kept-item.ts'
import { useLostFocus } from '#islands/admin/shared/use-lost-focus.ts'
import { Button } from '#ui/Button.tsx'
import { ExactText } from '#ui/ExactText.tsx'
import { lazyPart } from '#ui/lazy-part.ts'

// Few days need a dialog, so each is loaded with the press that opens it.
const CancellationDialog = lazyPart(
  async () => (await import('#islands/admin/cancellations/CancellationDialog.tsx')).CancellationDialog,
)
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

/** The attention items, one line each; several of a kind are folded into one. */
export function Attention() {
  const query = useQuery(attentionQuery)
  const place = useLostFocus<HTMLElement>(query.data?.items)
  const { item: items, isHidden } = useKeptItem(query.data?.items, place)
  return (
    <section ref={place} tabIndex={-1} aria-labelledby="attention-heading">
      <h2 id="attention-heading">Needs attention</h2>
      <PartStatus query={query} what="list of what needs attention" />
      {items?.length === 0 && <p className="mt-2 text-small text-soft">Nothing needs your attention.</p>}
      <ul className={`mt-2 ${isHidden ? 'invisible' : ''}`}>
        {items && foldItems(items).map((group) => <Group key={keyOf(group[0]!)} items={group} />)}
      </ul>
    </section>
  )
}

const keyOf = ({ kind, id }: Item) => `${kind}:${id}`

function Group({ items }: { items: Item[] }) {
  const [first] = items
  if (items.length === 1) return <Entry item={first!} />
  const { badge, tone } = attentionLabel(first!)
  const list = LISTS[first!.kind]
  return (
    <Row
      {...{ badge, tone }}
      title={foldedTitle(items)}
      action={list && <TextLink href={list}>Show</TextLink>}
    >
      <ul>
        {items.map((item) => (
          <Entry key={keyOf(item)} item={item} />
        ))}
      </ul>
    </Row>
  )
}

/** The lists that show the items of a kind. */
const LISTS: Partial<Record<Item['kind'], string>> = {
  voucher_expiring: `${hrefOf('vouchers')}?status=expiring`,
  stock: hrefOf('products'),
}

function Entry({ item }: { item: Item }) {
  useSignals()
  const { badge, tone, title, address, more } = attentionLabel(item)
  const [action, ...others] = actionsOf(item)
  const hasMore = address !== undefined || more !== undefined || others.length > 0
  return (
    <Row {...{ badge, tone, title, action }}>
      {hasMore && (
        <div className="pb-3 text-small text-soft wrap-anywhere">
          {address && <p translate="no">{address}</p>}
          {more && (
            <p>
              <ExactText>{more}</ExactText>
            </p>
          )}
          <p className="flex flex-wrap gap-x-4">{others}</p>
        </div>
      )}
    </Row>
  )
}

interface RowProps {
  badge: string
  tone: ComponentProps<typeof StatusBadge>['tone']
  title: string
  action: ReactNode
  /** Opens below the line. */
  children: ReactNode
}

function Row({ badge, tone, title, action, children }: RowProps) {
  const line = (
    <>
      <StatusBadge tone={tone}>{badge}</StatusBadge>{' '}
      <span className="ms-1 wrap-anywhere">
        <ExactText>{title}</ExactText>
      </span>
    </>
  )
  return (
    <li className="flex items-start gap-3 border-t border-rule text-small">
      {children ? (
        <details className="grow">
          <summary className="justify-start gap-1.5 py-2 after:ml-auto">{line}</summary>
          {children}
        </details>
      ) : (
        <p className="grow py-2.5">{line}</p>
      )}
      {action && <span className="flex-none whitespace-nowrap">{action}</span>}
    </li>
  )
}

/** Returns the actions of an item, the most likely one first. */
function actionsOf(item: Item): ReactElement[] {
  switch (item.kind) {
    case 'payment_open':
      return [
        <ActionButton
          key="settle"
          label="Settle now"
          pendingLabel="Settling..."
          act={() => settlePayment(item.id)}
        />,
      ]
    case 'payment_unknown':
      return [<RefundButton key="refund" item={item} amount={item.refundable} />]
    case 'refund':
      return item.refundable === null
        ? [stripePayment(item.reference, 'Try again in Stripe')]
        : [<RefundButton key="refund" item={item} amount={item.refundable} />]
    case 'mail':
      return emailActions(item)
    case 'outage':
    case 'payments_open':
    case 'run_late':
    case 'emails_waiting':
    case 'code_guessing':
    case 'website':
    case 'stock_unpaid':
      return []
    case 'events_undelivered':
      return [stripeLink('https://dashboard.stripe.com/webhooks')]
    case 'difference':
      return [item.reference === null ? voucherLink(item.voucherId) : stripePayment(item.reference)]
    case 'shortfall':
      return [voucherLink(item.id)]
    case 'part_lost':
      return [item.voucherId === null ? stripePayment(item.reference) : voucherLink(item.voucherId)]
    case 'fraud_alert':
      return [
        <DialogButton key="release" label="Release">
          {(close) => <ReleaseDialog item={item} onClose={close} />}
        </DialogButton>,
        ...(item.refundable === null
          ? []
          : [<RefundButton key="refund" item={item} amount={item.refundable} />]),
      ]
    case 'cancellation':
      return cancellationActions(item)
    case 'dispute':
      return [...recordLinks(item), stripeLink(item.url)]
    case 'stock':
      // Low only because of reservations, which are soon sold or released.
      if (item.stock > item.lowStock) return []
      return [
        <DialogButton key="restock" label="Restock">
          {(close) => <RestockDialog product={item} onClose={close} />}
        </DialogButton>,
      ]
    case 'voucher_expiring':
      return [
        <DialogButton key="extend" label="Extend">
          {(close) => <ExtendDialog voucher={item} eyebrow={`For ${item.recipientName}`} onClose={close} />}
        </DialogButton>,
      ]
  }
}

function RefundButton(refund: Omit<ComponentProps<typeof PaymentRefundDialog>, 'onClose'>) {
  return (
    <DialogButton label="Refund">
      {(close) => <PaymentRefundDialog {...refund} onClose={close} />}
    </DialogButton>
  )
}

const TextLink = ({
  children,
  ...link
}: {
  href: string
  target?: string
  rel?: string
  children: string
}) => (
  <a className="text-button inline-block py-2.5" {...link}>
    {children}
  </a>
)

const stripeLink = (url: string, label = 'Open in Stripe') => (
  <TextLink key="stripe" href={url} target="_blank" rel="noreferrer">
    {label}
  </TextLink>
)

const stripePayment = (reference: string, label?: string) =>
  stripeLink(`https://dashboard.stripe.com/payments/${reference}`, label)

const voucherLink = (id: string | null) => (
  <TextLink key="voucher" href={`#vouchers/${id}`}>
    Open voucher
  </TextLink>
)

/** The links to the voucher and the order that an item is about. */
const recordLinks = ({ voucherId, orderId }: { voucherId: string | null; orderId: string | null }) => [
  ...(voucherId === null ? [] : [voucherLink(voucherId)]),
  ...(orderId === null
    ? []
    : [
        <TextLink key="order" href={hrefOf('orders', orderId)}>
          Open order
        </TextLink>,
      ]),
]

/** A cancelled purchase is paid back, or its goods are recorded. */
function cancellationActions(item: Extract<Item, { kind: 'cancellation' }>): ReactElement[] {
  const { id, stage, amount, orderId } = item
  return [
    ...actionsAt(item).map((action) => (
      <DialogButton key={action} label={ACTION_LABELS[action]}>
        {(close) => (
          <CancellationDialog
            action={action}
            id={id}
            amount={amount ?? undefined}
            eyebrow={cancelledName(item)}
            onClose={close}
          />
        )}
      </DialogButton>
    )),
    ...(stage === 'at_counter' && orderId !== null
      ? [
          <ActionButton
            key="collected"
            label="Collected"
            pendingLabel="Saving..."
            act={() => collectCancelled(orderId)}
          />,
        ]
      : []),
    ...recordLinks(item),
  ]
}

/** An email is sent again, put right at its record, or dealt with in another way. */
function emailActions(item: Extract<Item, { kind: 'mail' }>): ReactElement[] {
  const { id, requestId, state } = item
  return [
    ...(state === 'failed' || state === 'bounced'
      ? [
          <DialogButton key="send" label="Send again">
            {(close) => <ResendEmailDialog email={{ ...item, state }} onClose={close} />}
          </DialogButton>,
        ]
      : []),
    ...recordLinks(item),
    ...(requestId === null
      ? []
      : [
          <TextLink key="request" href={hrefOf('requests', requestId)}>
            Open request
          </TextLink>,
        ]),
    <OwnersOnly key="done">
      <ActionButton label="Done" pendingLabel="Saving..." act={() => dismissEmail(id)} />
    </OwnersOnly>,
  ]
}

function DialogButton({ label, children }: { label: string; children: (close: () => void) => ReactNode }) {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button variant="text" className="py-2.5" aria-haspopup="dialog" onClick={() => setOpen(true)}>
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
      variant="text"
      className="py-2.5"
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
