import { Suspense, useEffect, useRef, useState } from 'react'
import type { BoughtBy } from '#contract/purchases/bought-by.ts'
import type { Purchased } from '#contract/purchases/purchases.ts'
import { ClinicPhoneLink } from '#islands/checkout/ByPhone.tsx'
import type { ChangedEmail } from '#islands/checkout/email-change.ts'
import { Button } from '#ui/Button.tsx'
import { ErrorBoundary } from '#ui/ErrorBoundary.tsx'
import { lazyPart } from '#ui/lazy-part.ts'
import { LoadFailed } from '#ui/LoadFailed.tsx'

const BuyerEmailForm = lazyPart(
  async () => (await import('#islands/checkout/BuyerEmailForm.tsx')).BuyerEmailForm,
)

interface Props {
  boughtBy: BoughtBy
  /** Of a voucher that can be used. */
  voucherCode?: string | undefined
  onChanged: (boughtBy: BoughtBy, purchase: Purchased) => void
}

const SAVED = 'We have changed your email address and are sending your receipt there.'
const SAVED_WITH_NEW_CODE = `${SAVED} The voucher may have reached the old address, so it has a new code. Please throw away any copy you have printed.`

/** Says where the receipt went, and lets buyers correct the address if they have mistyped it. */
export function BuyerEmail({ boughtBy, voucherCode, onChanged }: Props) {
  const [isOpen, setOpen] = useState(false)
  const [outcome, setOutcome] = useState<string>()
  const button = useRef<HTMLButtonElement>(null)
  const said = useRef<HTMLParagraphElement>(null)
  const wasOpen = useRef(false)
  useEffect(() => {
    // The form that had the focus is gone.
    if (wasOpen.current && !isOpen) (said.current ?? button.current)?.focus()
    wasOpen.current = isOpen
  }, [isOpen])

  function show({ purchase, token }: ChangedEmail) {
    const { buyerEmail: email, canChangeEmail } = purchase
    const hasNewCode = purchase.kind === 'voucher' && purchase.voucherCode !== voucherCode
    setOutcome(hasNewCode ? SAVED_WITH_NEW_CODE : SAVED)
    setOpen(false)
    onChanged({ email, token, canChangeEmail }, purchase)
  }

  return (
    <div className="stack w-full">
      <p className="text-small wrap-anywhere">
        <span>Receipt sent to </span>
        <bdi translate="no">{boughtBy.email}</bdi>
        <span>.</span>
        {boughtBy.canChangeEmail && !isOpen && (
          <>
            <span> Not right? </span>
            <Button ref={button} variant="text" onClick={() => setOpen(true)}>
              Change it
            </Button>
          </>
        )}
      </p>
      {isOpen && (
        <ErrorBoundary fallback={<Unloaded />}>
          <Suspense fallback={<p role="status">One moment...</p>}>
            <BuyerEmailForm boughtBy={boughtBy} onChanged={show} onCancel={() => setOpen(false)} />
          </Suspense>
        </ErrorBoundary>
      )}
      {outcome && (
        <p ref={said} role="status" tabIndex={-1} className="message message-good outline-none">
          {outcome}
        </p>
      )}
    </div>
  )
}

function Unloaded() {
  return (
    <LoadFailed>
      This part of the page could not be loaded. Please reload the page, or ring us on <ClinicPhoneLink />.
    </LoadFailed>
  )
}
