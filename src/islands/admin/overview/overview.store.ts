import { type Signal, signal } from '@preact/signals-react'
import type { Endpoint, Reply } from '#contract/endpoint'
import { activityEndpoint, adminStatsEndpoint, attentionEndpoint } from '#contract/reports'
import { type CallOptions } from '../../../lib/api.ts'
import { adminCall, adminCallPage } from '../admin-api.ts'

/** A part of the overview that loads by itself. `old`: the last refresh failed, so the value may be out of date. */
export type AsyncPart<Value> =
  { name: 'loading' } | { name: 'failed' } | { name: 'here'; value: Value; old: boolean }

export const stats = signal<AsyncPart<Reply<typeof adminStatsEndpoint>>>({ name: 'loading' })
export const attention = signal<AsyncPart<Reply<typeof attentionEndpoint>>>({ name: 'loading' })
export const recentActivity = signal<AsyncPart<Reply<typeof activityEndpoint>>>({ name: 'loading' })
/** The cursor of the next page of activity. */
export const nextActivityCursor = signal<string | undefined>(undefined)
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

async function fillPart<Value>(part: Signal<AsyncPart<Value>>, fetch: () => Promise<Value>): Promise<void> {
  try {
    part.value = { name: 'here', value: await fetch(), old: false }
  } catch {
    part.value = part.value.name === 'here' ? { ...part.value, old: true } : { name: 'failed' }
  }
}

/** Loads the first page of activity about vouchers, orders and products. */
const loadRecentActivity = () => fillPart(recentActivity, () => loadActivityPage({ query: { of: 'shop' } }))

async function loadActivityPage(address: CallOptions<typeof activityEndpoint>) {
  const { reply, next } = await adminCallPage(activityEndpoint, undefined, address)
  nextActivityCursor.value = next
  return reply
}

/** Appends the next page. Returns whether it could be loaded. */
export async function loadMoreActivity(): Promise<boolean> {
  const at = recentActivity.value
  if (at.name !== 'here' || nextActivityCursor.value === undefined) return true
  try {
    const more = await loadActivityPage({ query: { of: 'shop', cursor: nextActivityCursor.value } })
    recentActivity.value = { ...at, value: [...at.value, ...more] }
    return true
  } catch {
    return false
  }
}
