import { invalidParameter } from '#local/stripe/stripe-errors.ts'

/** Parses a form-encoded body with nested keys such as `a[b][c]=1`. Values stay strings. */
export type StripeParams = { [name: string]: string | StripeParams }

// Without a prototype, so that a parameter called __proto__ is an ordinary key.
const nest = (): StripeParams => Object.create(null) as StripeParams

export function parseForm(form: string): StripeParams {
  const params = nest()
  for (const [name, value] of new URLSearchParams(form)) {
    put(params, name.replaceAll(']', '').split('['), value)
  }
  return params
}

function put(into: StripeParams, [name = '', ...rest]: string[], value: string) {
  const key = name === '' ? String(Object.keys(into).length) : name
  if (rest.length === 0) {
    into[key] = value
    return
  }
  const inner = into[key]
  put(typeof inner === 'object' ? inner : (into[key] = nest()), rest, value)
}

export function text(params: StripeParams, name: string): string | undefined {
  const value = params[name]
  if (typeof value === 'object') throw invalidParameter(`Invalid string: ${JSON.stringify(value)}`, name)
  return value === '' ? undefined : value
}

export function required(params: StripeParams, name: string): string {
  const value = text(params, name)
  if (value !== undefined) return value
  throw invalidParameter(`Missing required param: ${name}.`, name, 'parameter_missing')
}

export function integer(params: StripeParams, name: string): number | undefined {
  const value = text(params, name)
  if (value === undefined) return undefined
  if (/^-?\d{1,15}$/.test(value)) return Number(value)
  throw invalidParameter(`Invalid integer: ${value}`, name, 'parameter_invalid_integer')
}

export function group(params: StripeParams, name: string): StripeParams {
  const value = params[name]
  if (value === undefined || value === '') return nest()
  if (typeof value === 'object') return value
  throw invalidParameter('Invalid object', name)
}

export function list(params: StripeParams, name: string): string[] {
  const items = group(params, name)
  return Object.keys(items).flatMap((key) => text(items, key) ?? [])
}

export function flag(params: StripeParams, name: string): boolean {
  return params[name] === 'true'
}

/** Refuses unknown parameters like Stripe, including those that Stripe knows and the stand-in does not. */
export function allowOnly(params: StripeParams, names: readonly string[]) {
  const unknown = Object.keys(params).find((name) => !names.includes(name))
  if (unknown === undefined) return
  throw invalidParameter(`Received unknown parameter: ${unknown}`, unknown, 'parameter_unknown')
}
