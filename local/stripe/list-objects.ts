import type Stripe from 'stripe'
import { group, integer, text, type StripeParams } from '#local/stripe/params.ts'
import { invalidParameter, missing } from '#local/stripe/stripe-errors.ts'

interface Listed {
  id: string
  object: string
  created: number
}

export const LIST_PARAMS = ['created', 'expand', 'limit', 'starting_after']

/** Lists newest first, like Stripe: https://docs.stripe.com/api/pagination */
export function listObjects<Item extends Listed>(
  objects: Record<string, Item>,
  params: StripeParams,
  url: string,
  filters: readonly (keyof Item & string)[],
): Stripe.ApiList<Item> {
  return listSorted(Object.values(objects).toReversed(), params, url, filters)
}

/** The same for objects that are sorted already, newest first. */
export function listSorted<Item extends Listed>(
  objects: readonly Item[],
  params: StripeParams,
  url: string,
  filters: readonly (keyof Item & string)[],
): Stripe.ApiList<Item> {
  const given = filters.filter((name) => name in params)
  const isCreatedWithin = readTimeFilter(params, 'created')
  const items = objects.filter(
    (item) => isCreatedWithin(item.created) && given.every((name) => item[name] === params[name]),
  )
  const limit = readLimit(params)
  const start = startOf(items, params)
  return {
    object: 'list',
    data: items.slice(start, start + limit),
    has_more: items.length > start + limit,
    url,
  }
}

function readLimit(params: StripeParams): number {
  const limit = integer(params, 'limit') ?? 10
  if (limit >= 1 && limit <= 100) return limit
  throw invalidParameter(
    `Invalid limit: ${limit}. It must be between 1 and 100.`,
    'limit',
    'parameter_invalid_integer',
  )
}

/** Reads a filter by time, which is exact or has bounds. */
export function readTimeFilter(params: StripeParams, name: string): (time: number) => boolean {
  const range = typeof params[name] === 'string' ? undefined : group(params, name)
  if (!range) {
    const exact = integer(params, name)
    return (time) => time === exact
  }
  const bound = (end: string, none: number) => integer(range, end) ?? none
  const [gt, gte] = [bound('gt', -Infinity), bound('gte', -Infinity)]
  const [lt, lte] = [bound('lt', Infinity), bound('lte', Infinity)]
  return (time) => time > gt && time >= gte && time < lt && time <= lte
}

function startOf(items: Listed[], params: StripeParams): number {
  const id = text(params, 'starting_after')
  if (id === undefined) return 0
  const position = items.findIndex((item) => item.id === id)
  if (position < 0) throw missing('object', id, 'starting_after')
  return position + 1
}
