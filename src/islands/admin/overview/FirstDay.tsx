import { signal } from '@preact/signals-react'
import { useSignals } from '@preact/signals-react/runtime'
import { queryOptions, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { passkeysEndpoint } from '#contract/auth/second-factor.ts'
import { adminProductsEndpoint } from '#contract/products/admin-products.ts'
import { adminVouchersEndpoint, type AdminVoucher } from '#contract/vouchers/admin-vouchers.ts'
import { websiteEndpoint } from '#contract/website/website.ts'
import { adminCall, adminCallPage } from '#islands/admin/admin-api.ts'
import { isDeskCardPrinted, printDeskCard } from '#islands/admin/portal/desk-card.store.ts'
import { hrefOf, IMPORT_ID, NEW_PRODUCT_ID, REDEEM_ID } from '#islands/admin/router.ts'
import { isOwner } from '#islands/admin/session/session.store.ts'
import { statsQuery } from '#islands/admin/shared/server-data.ts'
import { readFlag, setFlag } from '#islands/admin/shared/stored-flag.ts'
import { Button } from '#ui/Button.tsx'
import { CloseIcon } from '#ui/icons.tsx'

const DISMISSED = 'adminFirstDayDismissed'
const isDismissed = signal(readFlag(DISMISSED))

const firstDayQuery = queryOptions({
  queryKey: ['first-day'],
  async queryFn() {
    const [products, vouchers, { published, defaults }, { passkeys }] = await Promise.all([
      adminCallPage(adminProductsEndpoint, undefined, { query: {} }),
      adminCallPage(adminVouchersEndpoint, undefined, { query: {} }),
      adminCall(websiteEndpoint, undefined),
      adminCall(passkeysEndpoint, undefined),
    ])
    return {
      hasProduct: products.reply.length > 0,
      hasVoucher: vouchers.reply.length > 0,
      isOneRedeemed: vouchers.reply.some(isRedeemed),
      isPublished: published !== null,
      hasPasskey: passkeys.length > 0,
      defaults,
    }
  },
  refetchOnMount: 'always',
})

/** An imported voucher may have been used in part before it came here. */
const isRedeemed = ({ status, paidBy, originalAmount, currentBalance }: AdminVoucher) =>
  status === 'spent' ||
  (status === 'active' && paidBy !== 'imported' && Number(currentBalance) < Number(originalAmount))

/** Where all revenue of twelve weeks is of the last seven days, returns which of the first steps are done, until they are dismissed. */
export function useFirstDay() {
  useSignals()
  const stats = useQuery({ ...statsQuery, enabled: isOwner.value })
  const { quarter, week } = stats.data?.ranges ?? {}
  const isOffered = week !== undefined && week.revenue === quarter?.revenue && !isDismissed.value
  const { data, isLoading } = useQuery({ ...firstDayQuery, enabled: isOffered })
  return { isPending: stats.isPending || isLoading, steps: isOffered ? data : undefined }
}

interface Props {
  steps: NonNullable<ReturnType<typeof useFirstDay>['steps']>
}

/** The owner's first steps. Folded once begun, so that the figures are within the first screen; hidden once done. */
export function FirstDay({ steps }: Props) {
  useSignals()
  const { hasProduct, hasVoucher, isOneRedeemed, isPublished, defaults, hasPasskey } = steps
  const isReplaced = defaults.length === 0
  const isDone = [hasPasskey, isPublished, isReplaced, hasProduct, isOneRedeemed, isDeskCardPrinted.value]
  const done = isDone.filter(Boolean).length
  if (done === isDone.length) return null
  const isBegun = done > 0 || hasVoucher
  return (
    <section
      className="relative rounded-edge border border-edge bg-sheet px-4 py-2"
      aria-labelledby="first-day-heading"
    >
      <details open={!isBegun}>
        <summary className="justify-start pr-10 after:ml-auto">
          <h2 id="first-day-heading">First steps</h2>
          <span className="text-small text-soft tabular-nums">{`${done} of ${isDone.length} done`}</span>
        </summary>
        <ul>
          <Step
            isDone={hasPasskey}
            text="Protect the portal with a passkey, so that a password alone opens nothing"
          >
            <a className="link" href={hrefOf('account')}>
              Add a passkey
            </a>
          </Step>
          <Step isDone={isPublished} text="Check your hours, phone and prices, and publish">
            <a className="link" href={hrefOf('website')}>
              Open Website
            </a>
          </Step>
          <Step
            isDone={isReplaced}
            text="Replace what came with the website"
            note={<Defaults all={defaults} />}
          >
            {defaults.some(({ isInPortal }) => isInPortal) && (
              <a className="link" href={hrefOf('website')}>
                Open Website
              </a>
            )}
          </Step>
          <Step isDone={hasProduct} text="Add a product to the shop">
            <a className="link" href={hrefOf('products', NEW_PRODUCT_ID)}>
              Add the first product
            </a>
          </Step>
          <Step
            isDone={isOneRedeemed}
            text="Try out a voucher by generating one for yourself, printing it and redeeming it"
          >
            <a className="link" href={hasVoucher ? hrefOf('vouchers', REDEEM_ID) : hrefOf('vouchers')}>
              {hasVoucher ? 'Redeem it' : 'Open Gift Vouchers'}
            </a>
          </Step>
          <Step
            isDone={isDeskCardPrinted.value}
            text="Put a card on the desk so that customers can buy gift vouchers on their phones"
          >
            <Button variant="quiet" className="button-compact" onClick={printDeskCard}>
              Print the desk card
            </Button>
          </Step>
        </ul>
        <p className="border-t border-rule py-3 text-small">
          Have you sold vouchers before, on paper or with another system?{' '}
          <a className="link" href={hrefOf('vouchers', IMPORT_ID)}>
            Import them
          </a>
        </p>
      </details>
      <button
        type="button"
        className="button-sign absolute top-2 right-1"
        aria-label="Hide the first steps"
        onClick={dismiss}
      >
        <CloseIcon />
      </button>
    </section>
  )
}

/** Says where each is changed: in a section of the Website tab, or in a file of the website. */
const Defaults = ({ all }: { all: Props['steps']['defaults'] }) => (
  <ul className="list-disc pl-4">
    {all.map(({ message, place }) => (
      <li key={message}>{`${message} (${place})`}</li>
    ))}
  </ul>
)

function dismiss(): void {
  setFlag(DISMISSED)
  isDismissed.value = true
  // The focused button is removed.
  document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true })
}

interface StepProps {
  isDone: boolean
  text: string
  /** Shown until it is done. */
  note?: ReactNode
  /** The way to do it. */
  children: ReactNode
}

function Step({ isDone, text, note, children }: StepProps) {
  return (
    <li
      className={`grid grid-cols-[1.25rem_minmax(0,1fr)] items-center gap-x-3 gap-y-2 border-t border-rule py-3 md:grid-cols-[1.25rem_minmax(0,1fr)_auto] ${isDone ? 'text-soft' : ''}`}
    >
      <svg
        className={note && !isDone ? 'mt-0.5 w-5 self-start' : 'w-5'}
        viewBox="0 0 20 20"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.6"
        aria-hidden
      >
        <circle cx="10" cy="10" r="8.5" />
        {isDone && <path d="M6 10.5l3 3 5-6.5" />}
      </svg>
      <div>
        <span>{text}</span>
        {isDone && <span className="sr-only"> (done)</span>}
        {!isDone && note && <div className="text-small text-soft">{note}</div>}
      </div>
      {!isDone && <span className="justify-self-start max-md:col-start-2">{children}</span>}
    </li>
  )
}
