import * as v from 'valibot'
import { AmountSchema } from '#contract/base/amounts.ts'
import { defineEndpoint } from '#contract/base/endpoint.ts'
import { IdSchema } from '#contract/base/ids.ts'
import { EmailSchema, OptionalEmailSchema } from '#contract/base/text.ts'
import { readPrintedCode } from '#contract/vouchers/voucher-code.ts'
import { STOP_REMINDERS_PATH } from '#contract/vouchers/voucher-page.ts'

const DaySchema = v.pipe(v.string(), v.isoDate())
const EMAIL_SENTENCE = 'Please enter a valid email address'

/** Of a ledger entry as its holder sees it. `issue` is also that of a voucher that was brought in. */
export const heldEntryKinds = ['issue', 'redeem', 'adjust', 'refund', 'expire', 'reverse'] as const

/**
 * A voucher as shown to a person with its code. It has no names, addresses, messages or notes of the desk, because
 * the code may be anybody's by now, and without the token of an email to its holder no uses: its giver has the code, too.
 */
export const HeldVoucherSchema = v.object({
  /** Only names the entry in a calendar: it opens nothing. */
  id: IdSchema,
  /** `expired` from the day after the last valid day; `refunded`: paid back, or about to be. */
  status: v.picklist(['active', 'spent', 'expired', 'refunded']),
  /** Its last quarter, at most four characters: the appointment form takes two or more as `voucherEnd`. */
  codeEnd: v.string(),
  /** Of a voucher that was brought in, what it was sold for. */
  originalAmount: AmountSchema,
  /** Once it has expired, what was left then. */
  currentBalance: AmountSchema,
  /** The last valid day. */
  expiryDate: DaySchema,
  /** Oldest first, with the balance after each. Amounts that left it are negative. Missing without the token. */
  entries: v.optional(
    v.array(
      v.object({
        day: DaySchema,
        kind: v.picklist(heldEntryKinds),
        amount: AmountSchema,
        balanceAfter: AmountSchema,
      }),
    ),
  ),
})

export type HeldVoucher = v.InferOutput<typeof HeldVoucherSchema>

/** The code as typed, scanned or pasted: whatever it is, the response does not tell why it opens nothing. */
const AnyCodeSchema = v.pipe(v.optional(v.string(), ''), v.transform(readPrintedCode))

/**
 * Shows a voucher to a person with its code. A code that was not generated here can be guessed: it needs the recipient's
 * address, too. Everything that opens nothing gets one `not_found`, everything above the limit one `too_many_requests`.
 * `token`: of the link in an email to its holder, which also shows the uses; any other is as none.
 */
export const findHeldVoucherEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/voucher',
  access: 'public',
  body: v.object({
    code: AnyCodeSchema,
    recipientEmail: OptionalEmailSchema(EMAIL_SENTENCE),
    token: v.optional(v.string()),
  }),
  reply: HeldVoucherSchema,
})

/**
 * Sends the email of each active voucher that went to an address there again, of at most three, once a day. The response
 * does not tell whether there is one.
 */
export const resendHeldVouchersEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/voucher/resend',
  access: 'public',
  body: v.object({ email: EmailSchema(EMAIL_SENTENCE) }),
  reply: v.object({ sent: v.literal(true) }),
})

const StopTokenSchema = v.optional(v.string())

/**
 * Ends the reminders of one voucher. The page sends the token of its link in the body; email programs send a form, with the
 * token in the query (https://www.rfc-editor.org/rfc/rfc8058). May be repeated.
 */
export const stopRemindersEndpoint = defineEndpoint({
  method: 'POST',
  path: STOP_REMINDERS_PATH,
  access: 'public',
  query: v.object({ token: StopTokenSchema }),
  takesForm: true,
  body: v.optional(v.object({ token: StopTokenSchema }), {}),
  reply: v.object({ stopped: v.literal(true) }),
})
