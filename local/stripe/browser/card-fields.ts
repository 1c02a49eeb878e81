export type FieldName = 'number' | 'expiry' | 'cvc'

export interface FieldProblem {
  field: FieldName
  code: string
  message: string
}

export const FIELDS: Record<FieldName, { label: string; placeholder: string; autocomplete: AutoFill }> = {
  number: { label: 'Card number', placeholder: '1234 1234 1234 1234', autocomplete: 'cc-number' },
  expiry: { label: 'Expiration date', placeholder: 'MM / YY', autocomplete: 'cc-exp' },
  cvc: { label: 'Security code', placeholder: 'CVC', autocomplete: 'cc-csc' },
}

export type CardValues = Record<FieldName, string>

export const noCard = (): CardValues => ({ number: '', expiry: '', cvc: '' })

const digits = (value: string) => value.replaceAll(/\D/g, '')

/** Inserts spaces and the slash, like the real element. */
export function formatField(field: FieldName, value: string): string {
  const only = digits(value)
  if (field === 'number') return only.slice(0, 19).replaceAll(/(\d{4})(?=\d)/g, '$1 ')
  if (field === 'cvc') return only.slice(0, 4)
  const padded = /^[2-9]/.test(only) ? `0${only}` : only
  return padded.length > 2 ? `${padded.slice(0, 2)} / ${padded.slice(2, 4)}` : padded
}

export function firstProblem(values: CardValues, now = new Date()): FieldProblem | undefined {
  return (
    numberProblem(digits(values.number)) ??
    expiryProblem(digits(values.expiry), now) ??
    cvcProblem(values.cvc)
  )
}

function numberProblem(number: string): FieldProblem | undefined {
  if (number.length < 14) return problem('number', 'incomplete_number', 'Your card number is incomplete.')
  if (!passesLuhn(number)) return problem('number', 'invalid_number', 'Your card number is invalid.')
  return undefined
}

function expiryProblem(expiry: string, now: Date): FieldProblem | undefined {
  const [month, year] = [Number(expiry.slice(0, 2)), 2000 + Number(expiry.slice(2))]
  if (expiry.length !== 4 || month < 1 || month > 12) {
    return problem('expiry', 'incomplete_expiry', "Your card's expiration date is incomplete.")
  }
  if (new Date(year, month) > now) return undefined
  if (year < now.getFullYear()) {
    return problem('expiry', 'invalid_expiry_year_past', "Your card's expiration year is in the past.")
  }
  return problem('expiry', 'invalid_expiry_month_past', "Your card's expiration date is in the past.")
}

function cvcProblem(cvc: string): FieldProblem | undefined {
  if (digits(cvc).length >= 3) return undefined
  return problem('cvc', 'incomplete_cvc', "Your card's security code is incomplete.")
}

const problem = (field: FieldName, code: string, message: string): FieldProblem => ({ field, code, message })

function passesLuhn(number: string): boolean {
  const doubled = Array.from(number)
    .toReversed()
    .map((digit, place) => Number(digit) * (place % 2 === 0 ? 1 : 2))
  return doubled.reduce((sum, value) => sum + (value > 9 ? value - 9 : value), 0) % 10 === 0
}

/** Returns the parameters of the confirmation. */
export function cardData(values: CardValues) {
  const expiry = digits(values.expiry)
  return {
    number: digits(values.number),
    exp_month: Number(expiry.slice(0, 2)),
    exp_year: 2000 + Number(expiry.slice(2)),
    cvc: digits(values.cvc),
  }
}
