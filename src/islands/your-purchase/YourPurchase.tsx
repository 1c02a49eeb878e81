import { useSignals } from '@preact/signals-react/runtime'
import { Suspense, useEffect, type ReactNode } from 'react'
import { clinic } from '#clinic/clinic-facts.ts'
import { ClinicPhoneLink } from '#islands/checkout/ByPhone.tsx'
import { openNextLink, openPurchase, view } from '#islands/your-purchase/your-purchase.store.ts'
import { Button } from '#ui/Button.tsx'
import { ErrorBoundary } from '#ui/ErrorBoundary.tsx'
import { lazyPart } from '#ui/lazy-part.ts'
import { LoadFailed } from '#ui/LoadFailed.tsx'

const OtherWays = lazyPart(async () => (await import('#islands/your-purchase/OtherWays.tsx')).OtherWays)
const OrderPurchase = lazyPart(
  async () => (await import('#islands/your-purchase/OrderPurchase.tsx')).OrderPurchase,
)
const VoucherPurchase = lazyPart(
  async () => (await import('#islands/your-purchase/VoucherPurchase.tsx')).VoucherPurchase,
)

/** The purchase that the link in the address opens. */
export function YourPurchase() {
  return (
    <ErrorBoundary fallback={<Unshown />}>
      <Suspense fallback={<Opening />}>
        <Purchase />
      </Suspense>
    </ErrorBoundary>
  )
}

function Purchase() {
  useSignals()
  useEffect(() => {
    void openPurchase()
    // Another link may be opened in the same tab.
    addEventListener('hashchange', openNextLink)
    return () => removeEventListener('hashchange', openNextLink)
  }, [])
  const at = view.value
  switch (at.name) {
    case 'unread':
      return (
        <>
          <Opening className="hidden in-data-linked:block" />
          <NoLink className="noscript:hidden in-data-linked:hidden" />
        </>
      )
    case 'opening':
      return <Opening />
    case 'no_link':
      return (
        <>
          <NoLink />
          <ErrorBoundary fallback={null}>
            <Suspense>
              <OtherWays />
            </Suspense>
          </ErrorBoundary>
        </>
      )
    case 'unknown':
      return (
        <>
          <Unopened>
            We could not find a purchase with this link. Please use the whole link in our latest email to you.
          </Unopened>
          <ErrorBoundary fallback={null}>
            <Suspense>
              <OtherWays />
            </Suspense>
          </ErrorBoundary>
        </>
      )
    case 'unavailable':
      return <Unopened>We cannot show purchases here at the moment.</Unopened>
    case 'failed':
      return (
        <Unopened>
          <span>{at.message}</span>{' '}
          <Button variant="quiet" className="my-3 block" onClick={() => void openPurchase()}>
            Try again
          </Button>
        </Unopened>
      )
    case 'open':
      return at.purchase.kind === 'voucher' ? (
        <VoucherPurchase voucher={at.purchase} />
      ) : (
        <OrderPurchase order={at.purchase} />
      )
  }
}

function Unshown() {
  return (
    <LoadFailed>
      We could not show your purchase. Please reload the page, or ring us on <ClinicPhoneLink />.
    </LoadFailed>
  )
}

function Opening({ className }: { className?: string }) {
  return (
    <p role="status" className={className}>
      One moment...
    </p>
  )
}

/** Rendered in the page, so that a visitor without a link reads it at once. */
function NoLink({ className }: { className?: string }) {
  return (
    <Unopened className={className}>
      Please open this page using the “See your purchase” button in the email we sent you when you paid.
    </Unopened>
  )
}

/** Says why no purchase is shown, and how to reach the clinic. */
function Unopened({ className = '', children }: { className?: string | undefined; children: ReactNode }) {
  return (
    <div role="alert" className={`message ${className}`}>
      <span>{children}</span> You can always ring us on <ClinicPhoneLink /> or write to{' '}
      <a className="wrap-anywhere" href={`mailto:${clinic.email}`} translate="no">
        {clinic.email}
      </a>
      .
    </div>
  )
}
