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
  const matches = (item: Item) => filters.every((name) => !(name in params) || item[name] === params[name])
  const items = Object.values(objects).toReversed().filter(matches).filter(createdWithin(params))
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

function createdWithin(params: StripeParams): (item: Listed) => boolean {
  const created = typeof params['created'] === 'string' ? undefined : group(params, 'created')
  if (!created) {
    const exact = integer(params, 'created')
    return (item) => item.created === exact
  }
  const bound = (name: string, none: number) => integer(created, name) ?? none
  const [gt, gte] = [bound('gt', -Infinity), bound('gte', -Infinity)]
  const [lt, lte] = [bound('lt', Infinity), bound('lte', Infinity)]
  return (item) => item.created > gt && item.created >= gte && item.created < lt && item.created <= lte
}

function startOf(items: Listed[], params: StripeParams): number {
  const id = text(params, 'starting_after')
  if (id === undefined) return 0
  const position = items.findIndex((item) => item.id === id)
  if (position < 0) throw missing('object', id, 'starting_after')
  return position + 1
}
