import type Stripe from 'stripe'
import type { TestAccount } from '#local/stripe/account.ts'
import { readLimit } from '#local/stripe/list-objects.ts'
import { integer, required, type StripeParams } from '#local/stripe/params.ts'
import { invalidParameter } from '#local/stripe/stripe-errors.ts'

type Test = (intent: Stripe.PaymentIntent) => boolean

const FIELDS = ['amount', 'created', 'currency', 'status'] as const
const CLAUSE = /^(-?)(?:metadata\[(['"])(.+?)\2\]|([a-z_]+))\s*(:|>=|<=|>|<)\s*(?:(['"])(.*)\6|(\d+))$/

/** https://docs.stripe.com/search#search-query-language, as far as intents need it; unlike at Stripe, results are never delayed. */
export function searchIntents(
  account: TestAccount,
  params: StripeParams,
): Stripe.ApiSearchResult<Stripe.PaymentIntent> {
  const passes = readQuery(required(params, 'query'))
  const matches = Object.values(account.state.intents).toReversed().filter(passes)
  const from = integer(params, 'page') ?? 0
  const to = from + readLimit(params)
  return {
    object: 'search_result',
    data: matches.slice(from, to),
    has_more: matches.length > to,
    next_page: matches.length > to ? String(to) : null,
    url: '/v1/payment_intents/search',
  }
}

function readQuery(query: string): Test {
  if (/ and /i.test(query) && / or /i.test(query)) throw unreadable(query)
  const tests = query.split(/ (?:and|or) /i).map((clause) => readClause(clause.trim()))
  if (/ or /i.test(query)) return (intent) => tests.some((test) => test(intent))
  return (intent) => tests.every((test) => test(intent))
}

function readClause(clause: string): Test {
  const [, not, , key, field, operator, , quoted, number] = CLAUSE.exec(clause) ?? []
  const expected = quoted ?? number
  const name = FIELDS.find((known) => known === field)
  if (expected === undefined || (!key && !name)) throw unreadable(clause)
  const valueOf = (intent: Stripe.PaymentIntent) => (name ? intent[name] : intent.metadata[key ?? ''])
  return (intent) => compare(valueOf(intent), operator, expected) !== (not === '-')
}

function compare(
  value: string | number | undefined,
  operator: string | undefined,
  expected: string,
): boolean {
  if (value === undefined) return false
  if (operator === ':') return String(value) === expected
  const difference = Number(value) - Number(expected)
  if (operator === '>') return difference > 0
  if (operator === '>=') return difference >= 0
  return operator === '<' ? difference < 0 : difference <= 0
}

const unreadable = (query: string) =>
  invalidParameter(`We were unable to parse your search query: ${query}`, 'query')
