import { resendPurchasesEndpoint } from '#contract/purchases/purchases.ts'
import { createResend } from '#islands/checkout/resend.ts'
import { ResendForm } from '#islands/checkout/ResendForm.tsx'
import { PasteLink } from '#ui/PasteLink.tsx'

const resend = createResend(resendPurchasesEndpoint)

/** To a purchase whose link was cut short or is not at hand. */
export function OtherWays() {
  return (
    <div className="columns w-full">
      <PasteLink />
      <ResendForm
        resend={resend}
        name="receipt-again"
        title="Send me my receipt again"
        hint="Please enter the address that you gave when you paid. The receipt has your link."
        sent={[
          'If you have bought something on our website with',
          'we will send the receipts of your last three purchases there again, at most once a day. This takes a few minutes, and the email may be in the spam folder. Anyone could type an address here, so we cannot say whether we found a purchase.',
        ]}
      />
    </div>
  )
}
