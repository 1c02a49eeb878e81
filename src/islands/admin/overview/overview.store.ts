import { type Signal, signal } from '@preact/signals-react'
import type { Endpoint, Reply } from '#contract/endpoint'
import { activityEndpoint, adminStatsEndpoint, attentionEndpoint } from '#contract/reports'
import { type CallOptions } from '../../../lib/api.ts'
import { adminCall, adminCallPage } from '../admin-api.ts'

/** What is asked for: on its way, not to be had, or here, and perhaps out of date because asking again came to nothing. */
export type AsyncPart<Value> =
  { name: 'loading' } | { name: 'failed' } | { name: 'here'; value: Value; old: boolean }

export const stats = signal<AsyncPart<Reply<typeof adminStatsEndpoint>>>({ name: 'loading' })
export const attention = signal<AsyncPart<Reply<typeof attentionEndpoint>>>({ name: 'loading' })
export const recentActivity = signal<AsyncPart<Reply<typeof activityEndpoint>>>({ name: 'loading' })
/** Where the record goes on. */
export const nextActivityCursor = signal<string | undefined>(undefined)
/** When the owner last asked how things stand. */
export const refreshedAt = signal('')
export const isRefreshing = signal(false)

/** All three parts anew; one that cannot be had does not keep the others waiting. */
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

/** The first page, of what is about vouchers, orders and products. */
const loadRecentActivity = () => fillPart(recentActivity, () => loadActivityPage({ query: { of: 'shop' } }))

async function loadActivityPage(address: CallOptions<typeof activityEndpoint>) {
  const { reply, next } = await adminCallPage(activityEndpoint, undefined, address)
  nextActivityCursor.value = next
  return reply
}

/** The page behind what is here. Tells whether it came. */
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
