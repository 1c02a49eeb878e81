import { batch, signal } from '@preact/signals-react'
import { check, object, optional, pipe, string, transform } from 'valibot'
import { OptionalEmailSchema } from '#contract/base/text.ts'
import { findHeldVoucherEndpoint, type HeldVoucher } from '#contract/vouchers/held-vouchers.ts'
import {
  formatVoucherCode,
  hasOneCode,
  isGeneratedCode,
  readPrintedCode,
  readSimilarLetters,
  SEVERAL_CODES,
} from '#contract/vouchers/voucher-code.ts'
import { readVoucherFragment } from '#contract/vouchers/voucher-page.ts'
import { troubleOf } from '#islands/checkout/trouble.ts'
import { ApiError, call, fieldErrorsOf } from '#lib/api.ts'
import { createForm } from '#lib/form.ts'
import { takeVoucherFragment } from '#lib/voucher-fragment.ts'
import { loadPart } from '#ui/load-part.ts'

/** 'unread': the address has not been read, as in the rendered page. `code` is as it is printed. */
type View =
  | { name: 'unread' | 'form' | 'opening' }
  | { name: 'shown'; voucher: HeldVoucher; code: string }
  | { name: 'stop'; token: string }

/** True of a right code, too: a frozen voucher and an imported one without an address open nothing, as a wrong code does. */
const UNKNOWN =
  'We cannot show a voucher for this code. Some vouchers can only be looked up by phone, even if the code is right. Please check what you entered and try again'
/** Characters of a code that was generated here. */
const GENERATED_LENGTH = 16
/** Characters too few or too many that may be a mistake. */
const MISTYPED_MAX = 2
/** Fewer characters than any code has. */
const TOO_SHORT = 4

export const view = signal<View>({ name: 'unread' })
export const isAsking = signal(false)
export const trouble = signal<string | undefined>(undefined)
/** Whether the form asks for the recipient's address, too. */
export const asksForEmail = signal(false)

export const form = createForm(
  object({
    code: pipe(optional(string(), ''), check(hasOneCode, SEVERAL_CODES), transform(readPrintedCode)),
    recipientEmail: OptionalEmailSchema('Please enter a valid email address'),
  }),
  { code: '', recipientEmail: '' },
  () => void (trouble.value = undefined),
)

/** That of the link whose code is asked for. In memory only, as the code. */
let token: string | undefined
/** The code about which the form has asked once more. */
let doubted = ''
/** Tells the response of the last request from that of an earlier one. */
let attempt = 0

/** Does what the link in the address asks for, if there is one. */
export function openLink(): void {
  const link = readVoucherFragment(takeVoucherFragment() ?? '')
  attempt += 1
  batch(() => {
    isAsking.value = false
    trouble.value = undefined
    if (!link) return void (view.value = view.value.name === 'unread' ? { name: 'form' } : view.value)
    if ('stopToken' in link) return void (view.value = { name: 'stop', token: link.stopToken })
    startOver()
    token = link.token
    form.setValue('code', printed(readPrintedCode(link.code)))
    view.value = { name: 'opening' }
    void ask()
  })
}

/** Puts the voucher back into the address as its link has it, so that a reload opens it again. */
export function restoreVoucherLink(): void {
  const at = view.value
  const code = (shown: string) => (token === undefined ? shown : `${shown}.${token}`)
  const fragment = at.name === 'shown' ? code(at.code) : at.name === 'stop' ? `stop.${at.token}` : undefined
  if (fragment !== undefined) history.replaceState(history.state, '', `#${fragment}`)
}

/** Shows the empty form. */
export function startOver(): void {
  form.reset()
  token = undefined
  doubted = ''
  asksForEmail.value = false
  trouble.value = undefined
  view.value = { name: 'form' }
}

/** Asks for the voucher of the typed code. Returns whether the form has nothing to correct. */
export async function ask(): Promise<boolean> {
  if (isAsking.value) return true
  trouble.value = undefined
  const typed = form.validate()
  if (!typed || hasDoubts(typed)) {
    view.value = { name: 'form' }
    return false
  }
  const mine = ++attempt
  isAsking.value = true
  try {
    const [voucher] = await Promise.all([
      call(findHeldVoucherEndpoint, { code: typed.code, recipientEmail: typed.recipientEmail, token }),
      // What shows it, at the same time. If it cannot be loaded, the page says so in place of the voucher.
      loadPart(() => import('#islands/held-voucher/VoucherBalance.tsx')).catch(() => undefined),
    ])
    if (mine === attempt) view.value = { name: 'shown', voucher, code: printed(typed.code) }
    return true
  } catch (error) {
    if (mine !== attempt) return true
    const fields = fieldErrorsOf(error)
    form.showErrors(fields)
    view.value = { name: 'form' }
    if (Object.keys(fields).length > 0) return false
    trouble.value = troubleOf(error, UNKNOWN)
    // A custom or imported code can have the form of a generated one.
    asksForEmail.value ||= error instanceof ApiError && error.status === 404
    return true
  } finally {
    if (mine === attempt) isAsking.value = false
  }
}

interface Typed {
  code: string
  recipientEmail: string | undefined
}

/** Asks to look at a code once more, and for the address that a code needs which was not generated. */
function hasDoubts({ code, recipientEmail }: Typed): boolean {
  if (code.length < TOO_SHORT) {
    form.showErrors({ code: 'Please enter the whole code on your voucher' })
    return true
  }
  if (isGeneratedCode(code)) return false
  const missing = GENERATED_LENGTH - code.length
  const isNew = doubted !== code
  doubted = code
  if (Math.abs(missing) <= MISTYPED_MAX && isNew && recipientEmail === undefined) {
    form.showErrors({
      code: 'There seems to be a mistake in this code, so please check it. If it matches your voucher, please press “Show what is left” again',
    })
    return true
  }
  asksForEmail.value = true
  if (missing !== 0 && recipientEmail === undefined) {
    form.showErrors({ recipientEmail: 'Please enter the email address that the voucher was sent to' })
    return true
  }
  return false
}

/** Returns a code as it stands on the voucher. */
const printed = (code: string): string =>
  formatVoucherCode(isGeneratedCode(code) ? readSimilarLetters(code) : code)
