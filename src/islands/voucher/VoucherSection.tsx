import { useSignals } from '@preact/signals-react/runtime'
import { Suspense, useEffect, useRef, type ReactNode } from 'react'
import { safeParse } from 'valibot'
import { clinic } from '#clinic/clinic-facts.ts'
import { formatPounds } from '#contract/base/money.ts'
import { ChosenDaySchema } from '#contract/base/send-date.ts'
import { ClinicPhoneLink } from '#islands/checkout/ByPhone.tsx'
import { Notice } from '#islands/checkout/Notice.tsx'
import { ResumingStep } from '#islands/checkout/ResumingStep.tsx'
import { sendBounds } from '#islands/checkout/send-bounds.ts'
import { comingDay, printedDay, sendTime } from '#islands/checkout/voucher-facts.ts'
import { VoucherCard } from '#islands/checkout/VoucherCard.tsx'
import { AmountStep } from '#islands/voucher/AmountStep.tsx'
import { DetailsStep } from '#islands/voucher/DetailsStep.tsx'
import { restoreVoucher } from '#islands/voucher/voucher-draft.ts'
import { cardAmount, form, pence } from '#islands/voucher/voucher-form.store.ts'
import {
  checkout,
  consumeNavigation,
  notice,
  step,
  type VoucherStep,
} from '#islands/voucher/voucher.store.ts'
import { ErrorBoundary } from '#ui/ErrorBoundary.tsx'
import { lazyPart } from '#ui/lazy-part.ts'
import { LoadFailed } from '#ui/LoadFailed.tsx'

const loadConfirmationStep = () => import('#islands/voucher/VoucherConfirmationStep.tsx')
const VoucherConfirmationStep = lazyPart(async () => (await loadConfirmationStep()).VoucherConfirmationStep)
const VoucherPaymentStep = lazyPart(async () => {
  // Load the step that shows the code before the buyer pays, in case the network fails afterwards.
  const [{ VoucherPaymentStep }] = await Promise.all([
    import('#islands/voucher/VoucherPaymentStep.tsx'),
    loadConfirmationStep(),
  ])
  return VoucherPaymentStep
})

interface Treatments {
  /** What the amounts pay for. */
  treatments: string | undefined
}

/** The gift voucher section: the voucher on the left, the current step on the right. */
export function VoucherSection({ treatments }: Treatments) {
  return (
    <ErrorBoundary fallback={<ErrorFallback />}>
      <Suspense fallback={<p role="status">One moment...</p>}>
        <Steps treatments={treatments} />
      </Suspense>
    </ErrorBoundary>
  )
}

function Steps({ treatments }: Treatments) {
  useSignals()
  // Inside Suspense, because React hydrates its content after the rest of the island.
  useEffect(restoreVoucher, [])
  const at = step.value
  const frame = (
    <StepFrame key={at.name} name={at.name}>
      <ErrorBoundary fallback={<ErrorFallback />}>
        <Step at={at} treatments={treatments} />
      </ErrorBoundary>
    </StepFrame>
  )
  if (at.name === 'success' || at.name === 'following') return frame
  return (
    <>
      <Progress name={at.name} />
      {/* On a phone in this order; from 60rem the step is on the right, and the voucher stays in view beside it. */}
      <div className="columns lg:grid-rows-[1fr_auto] lg:gap-y-6 lg:*:nth-2:col-start-2 lg:*:nth-2:row-span-2 lg:*:nth-2:row-start-1">
        {at.name === 'payment' ? <OrderSummary /> : <VoucherOffer />}
        {frame}
        {at.name !== 'payment' && <Treatments />}
      </div>
    </>
  )
}

const PROGRESS = [
  ['amount', 'Amount'],
  ['details', 'Details'],
  ['payment', 'Payment'],
] as const

/** The steps as points on a line: those before this one are filled. A payment that is looked up is at the last one. */
function Progress({ name }: { name: VoucherStep['name'] }) {
  const current = PROGRESS.findIndex(([step]) => step === name)
  const now = current < 0 ? PROGRESS.length - 1 : current
  return (
    <ol className="mb-7 flex text-small md:mb-10" aria-label="Steps">
      {PROGRESS.map(([step, label], index) => (
        <li
          key={step}
          className="relative grow basis-0 border-t border-edge pt-3 text-soft before:absolute before:-top-1.5 before:left-0 before:size-2.75 before:rounded-full before:border before:border-edge before:bg-sunk last:grow-0 last:basis-auto aria-[current]:font-medium aria-[current]:text-ink aria-[current]:before:border-point aria-[current]:before:bg-point data-past:before:bg-edge"
          aria-current={index === now ? 'step' : undefined}
          data-past={index < now ? '' : undefined}
        >
          {`${index + 1} ${label}`}
        </li>
      ))}
    </ol>
  )
}

function Step({ at, treatments }: { at: VoucherStep } & Treatments) {
  switch (at.name) {
    case 'amount':
      return <AmountStep treatments={treatments} />
    case 'details':
      return <DetailsStep />
    case 'payment':
      return <VoucherPaymentStep {...at} />
    case 'resuming':
      return <ResumingStep at={at} checkout={checkout} />
    case 'success':
    case 'following':
      return <VoucherConfirmationStep at={at} />
  }
}

const TITLES: Record<VoucherStep['name'], string> = {
  amount: 'Choose an amount',
  details: 'Your details',
  payment: 'Payment',
  resuming: 'Your payment',
  success: 'Your gift voucher',
  following: 'Your payment',
}

/** The container of a step. Keyed by step, so that it takes the focus when the step is rendered, after lazy loading. */
function StepFrame({ name, children }: { name: VoucherStep['name']; children: ReactNode }) {
  useSignals()
  const ref = useStepFocus(consumeNavigation)
  return (
    <div
      ref={ref}
      role="group"
      aria-label={TITLES[name]}
      tabIndex={-1}
      className="stack scroll-mt-24 outline-none"
    >
      {notice.value !== undefined && <Notice text={notice.value} />}
      {children}
    </div>
  )
}

/** Shown if a part of the island fails. Does not suggest buying by phone to someone who may have paid. */
function ErrorFallback() {
  useSignals()
  const { name } = step.value
  if (name === 'amount' || name === 'details' || name === 'payment') {
    return (
      <LoadFailed>
        This part of the page could not be loaded. Please reload the page to carry on. Nothing you typed is
        lost. You can also buy a gift voucher by phone on <ClinicPhoneLink />.
      </LoadFailed>
    )
  }
  return (
    <LoadFailed>
      This part of the page could not be loaded. Please reload the page. If you have paid, your voucher will
      also come by email, so please don't pay again. For anything else, please ring us on <ClinicPhoneLink />.
    </LoadFailed>
  )
}

function VoucherOffer() {
  useSignals()
  return (
    <div className="stack lg:sticky lg:top-24 lg:self-start">
      <h2>{clinic.vouchers.heading}</h2>
      <VoucherCard
        amount={cardAmount.value}
        recipient={form.values.value.recipientName.trim() || undefined}
        message={form.values.value.personalMessage.trim()}
        note={cardArrival()}
      />
    </div>
  )
}

/** How the voucher arrives, in the words of the card. */
function cardArrival(): string {
  const { arrival, sendOn } = form.values.value
  if (arrival === 'buyer') return 'To print or forward'
  if (arrival === 'now') return 'Code by email'
  return safeParse(ChosenDaySchema, sendOn).success
    ? `By email on ${comingDay(sendOn)}`
    : 'By email on a day you choose'
}

/** After the form in the document, so that on a phone the amounts are next to the card. */
function Treatments() {
  return (
    <div className="stack">
      <p className="text-small text-soft">
        Valid for {clinic.vouchers.validMonths} months from purchase and usable for any treatment:
      </p>
      <ul className="w-full columns-2 gap-x-6 text-small">
        {clinic.vouchers.treatments.map((name) => (
          <li key={name} className="break-inside-avoid border-t border-rule py-2">
            {name}
          </li>
        ))}
      </ul>
    </div>
  )
}

function OrderSummary() {
  useSignals()
  const { buyerName, buyerEmail, recipientName, recipientEmail, personalMessage, sendOn, arrival } =
    form.values.value
  return (
    <div className="stack">
      <h2>Complete your payment</h2>
      <VoucherCard
        amount={cardAmount.value}
        recipient={recipientName}
        message={personalMessage.trim()}
        note={cardArrival()}
      />
      <h3>Order summary</h3>
      <dl className="summary">
        <div>
          <dt>From</dt>
          <dd>
            <bdi translate="no">{buyerName}</bdi>
            <span className="block text-small text-soft" translate="no">
              {buyerEmail}
            </span>
          </dd>
        </div>
        <div>
          <dt>To</dt>
          <dd>
            <bdi translate="no">{recipientName}</bdi>
            {arrival !== 'buyer' && (
              <span className="block text-small text-soft" translate="no">
                {recipientEmail}
              </span>
            )}
          </dd>
        </div>
        <div>
          <dt>Arrives</dt>
          <dd>
            {arrival === 'now' && <span>Emailed to the recipient as soon as you have paid</span>}
            {arrival === 'day' && <span>{`Emailed to the recipient on ${sendTime(sendOn)}`}</span>}
            {arrival === 'buyer' && <span>Emailed to you as soon as you have paid</span>}
          </dd>
        </div>
        <div>
          <dt>Valid until</dt>
          <dd>{printedDay(sendBounds().lastDay)}</dd>
        </div>
        {personalMessage.trim() && (
          <div>
            <dt>Message</dt>
            <dd className="whitespace-pre-line">{personalMessage.trim()}</dd>
          </div>
        )}
        <div className="summary-total">
          <dt>Total</dt>
          <dd translate="no">{`£${formatPounds(pence.value ?? 0)}`}</dd>
        </div>
      </dl>
    </div>
  )
}

/** Scrolls to a new step and focuses it, so that screen readers announce it. Returns a ref for its container. */
function useStepFocus(takeArrival: () => boolean) {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!takeArrival()) return
    // Wait a frame: after Back or Forward the browser still restores focus and scroll position.
    requestAnimationFrame(() => {
      ref.current?.focus({ preventScroll: true })
      ref.current?.scrollIntoView({ block: 'start' })
    })
  }, [takeArrival])
  return ref
}
