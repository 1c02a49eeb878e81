import { useSignals } from '@preact/signals-react/runtime'
import { Suspense, useEffect, useRef } from 'react'
import { ClinicPhoneLink } from '#islands/checkout/ByPhone.tsx'
import { EmailField } from '#islands/checkout/EmailField.tsx'
import { TroubleMessage } from '#islands/checkout/TroubleMessage.tsx'
import type { PricedTreatment } from '#islands/held-voucher/describe-balance.ts'
import {
  ask,
  asksForEmail,
  form,
  isAsking,
  openLink,
  restoreVoucherLink,
  trouble,
  view,
} from '#islands/held-voucher/held-voucher.store.ts'
import { FRAGMENT_TAKEN } from '#lib/voucher-fragment.ts'
import { Button } from '#ui/Button.tsx'
import { ErrorBoundary } from '#ui/ErrorBoundary.tsx'
import { Field } from '#ui/Field.tsx'
import { focusFirstError } from '#ui/focus.ts'
import { usePrerenderedForm } from '#ui/hydration.ts'
import { lazyPart } from '#ui/lazy-part.ts'
import { LoadFailed } from '#ui/LoadFailed.tsx'

const VoucherBalance = lazyPart(
  async () => (await import('#islands/held-voucher/VoucherBalance.tsx')).VoucherBalance,
)
const StopReminders = lazyPart(
  async () => (await import('#islands/held-voucher/StopReminders.tsx')).StopReminders,
)

interface Props {
  /** None if the content has no prices. */
  treatments: PricedTreatment[]
  /** Whether every treatment has a price. */
  areAllPriced: boolean
}

/** The voucher of the code in the address or in the form. */
export function YourVoucher(props: Props) {
  return (
    <ErrorBoundary fallback={<Broken />}>
      <Suspense fallback={<Opening />}>
        <Voucher {...props} />
      </Suspense>
    </ErrorBoundary>
  )
}

function Voucher(props: Props) {
  useSignals()
  useEffect(() => {
    openLink()
    addEventListener(FRAGMENT_TAKEN, openLink)
    // Of another island (components/site/IslandFailed.astro).
    addEventListener('islandreload', restoreVoucherLink)
    return () => {
      removeEventListener(FRAGMENT_TAKEN, openLink)
      removeEventListener('islandreload', restoreVoucherLink)
    }
  }, [])
  const at = view.value
  switch (at.name) {
    case 'unread':
    case 'form':
      // The rendered form stays, with the focus and what was typed into it before hydration.
      return (
        <>
          {at.name === 'unread' && <Opening className="hidden in-data-linked:block" />}
          <CodeForm className={at.name === 'unread' ? 'noscript:hidden in-data-linked:hidden' : ''} />
        </>
      )
    case 'opening':
      return <Opening />
    case 'shown':
      return <VoucherBalance key={at.code} voucher={at.voucher} code={at.code} {...props} />
    case 'stop':
      return <StopReminders key={at.token} token={at.token} />
  }
}

function Opening({ className }: { className?: string }) {
  return (
    <p role="status" className={className}>
      One moment...
    </p>
  )
}

function Broken() {
  return (
    <LoadFailed beforeReload={restoreVoucherLink}>
      We could not show this part of the page. Please reload the page, or ring us on <ClinicPhoneLink /> and
      we will tell you what is left on your voucher.
    </LoadFailed>
  )
}

function CodeForm({ className = '' }: { className?: string }) {
  useSignals()
  const prerendered = usePrerenderedForm('voucher-code', (name, text) => {
    if (name === 'code' || name === 'recipientEmail') form.setValue(name, text)
  })
  const place = useRef<HTMLDivElement>(null)

  async function send() {
    const isComplete = await ask()
    if (!isComplete && place.current) focusFirstError(place.current)
  }

  return (
    <div ref={place} className={`w-full max-w-measure ${className}`}>
      <form
        {...prerendered}
        noValidate
        aria-label="Your voucher"
        className="stack"
        onSubmit={(event) => {
          event.preventDefault()
          void send()
        }}
      >
        <Field
          label="Voucher code"
          className="w-full [&>.input]:tracking-wider [&>.input]:uppercase"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          enterKeyHint="search"
          hint="You will find it beside the QR code on your voucher. Capitals and hyphens do not matter."
          {...form.field('code')}
        />
        {asksForEmail.value && (
          <EmailField
            label="Email address that the voucher was sent to"
            className="w-full"
            autoComplete="email"
            hint={
              <>
                Our own codes have 16 letters and digits. For any other code, we also need this address. If
                your voucher was never emailed to anyone, please ring us on <ClinicPhoneLink />.
              </>
            }
            {...form.field('recipientEmail')}
          />
        )}
        <Button
          type="submit"
          className="min-w-48"
          pendingLabel={isAsking.value ? 'One moment...' : undefined}
        >
          Show what is left
        </Button>
        <TroubleMessage trouble={trouble.value} />
      </form>
    </div>
  )
}
