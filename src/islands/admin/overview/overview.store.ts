import { type Signal, signal } from '@preact/signals-react'
import type { Endpoint, Reply } from '#contract/endpoint'
import { activityEndpoint, adminStatsEndpoint, attentionEndpoint } from '#contract/reports'
import { type CallOptions } from '../../../lib/api.ts'
import { adminCall, adminCallPage } from '../admin-api.ts'

/** A part of the overview that loads independently. `old`: the last refresh failed, so the value may be out of date. */
export type AsyncPart<Value> =
  { name: 'loading' } | { name: 'failed' } | { name: 'here'; value: Value; old: boolean }

/** The pages of activity loaded so far. `next`: the cursor of the page after them, if there is one. */
interface ActivityList {
  entries: Reply<typeof activityEndpoint>
  next: string | undefined
}

export const stats = signal<AsyncPart<Reply<typeof adminStatsEndpoint>>>({ name: 'loading' })
export const attention = signal<AsyncPart<Reply<typeof attentionEndpoint>>>({ name: 'loading' })
export const recentActivity = signal<AsyncPart<ActivityList>>({ name: 'loading' })
/** When the overview was last refreshed, in ISO 8601. */
export const refreshedAt = signal('')
export const isRefreshing = signal(false)

/** Reloads all three parts at the same time, so that a failed one does not delay the others. */
export async function refresh(): Promise<void> {
  if (isRefreshing.value) return
  isRefreshing.value = true
  refreshedAt.value = new Date().toISOString()
  await Promise.all([
    load(stats, adminStatsEndpoint),
    load(attention, attentionEndpoint),
    loadRecentActivity(),
  ])
  isRefreshing.value = false
}

export const reloadAttention = (): Promise<void> => load(attention, attentionEndpoint)

async function load<E extends Endpoint>(part: Signal<AsyncPart<Reply<E>>>, endpoint: E): Promise<void> {
  await fillPart(part, () => adminCall(endpoint, undefined))
}

/** The latest request of each part. Answers to earlier ones are ignored. */
const latestRequests = new WeakMap<object, symbol>()

async function fillPart<Value>(part: Signal<AsyncPart<Value>>, fetch: () => Promise<Value>): Promise<void> {
  const request = Symbol('request')
  latestRequests.set(part, request)
  const isOutdated = () => latestRequests.get(part) !== request
  try {
    const value = await fetch()
    if (!isOutdated()) part.value = { name: 'here', value, old: false }
  } catch {
    if (isOutdated()) return
    part.value = part.value.name === 'here' ? { ...part.value, old: true } : { name: 'failed' }
  }
}

/** Loads the first page of activity about vouchers, orders and products. */
const loadRecentActivity = () => fillPart(recentActivity, () => loadActivityPage({ query: { of: 'shop' } }))

async function loadActivityPage(address: CallOptions<typeof activityEndpoint>): Promise<ActivityList> {
  const { reply, next } = await adminCallPage(activityEndpoint, undefined, address)
  return { entries: reply, next }
}

/** Appends the next page, unless the list was refreshed meanwhile. Returns whether it could be loaded. */
export async function loadMoreActivity(): Promise<boolean> {
  const part = recentActivity.value
  if (part.name !== 'here' || part.value.next === undefined) return true
  const { entries, next: cursor } = part.value
  try {
    const page = await loadActivityPage({ query: { of: 'shop', cursor } })
    if (recentActivity.value === part)
      recentActivity.value = { ...part, value: { entries: [...entries, ...page.entries], next: page.next } }
    return true
  } catch {
    return false
  }
}
