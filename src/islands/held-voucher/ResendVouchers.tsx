import { resendHeldVouchersEndpoint } from '#contract/vouchers/held-vouchers.ts'
import { createResend } from '#islands/checkout/resend.ts'
import { ResendForm } from '#islands/checkout/ResendForm.tsx'

const resend = createResend(resendHeldVouchersEndpoint)

/** Sends vouchers again to the address that they went to. The answer is the same for an address without one. */
export function ResendVouchers() {
  return (
    <ResendForm
      resend={resend}
      name="voucher-again"
      title="Send me my voucher again"
      hint="Please enter the address that we sent the voucher to."
      sent={[
        'If we emailed a voucher to',
        'and it can still be used, we will send it there again, at most once a day. This takes a few minutes, and the email may be in the spam folder. Anyone could type an address here, so we cannot say whether we found a voucher.',
      ]}
    />
  )
}
