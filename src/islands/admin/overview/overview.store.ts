import { type Signal, signal } from '@preact/signals-react'
import type { Endpoint, Reply } from '#contract/endpoint'
import { activityEndpoint, adminStatsEndpoint, attentionEndpoint } from '#contract/reports'
import { type Address } from '../../../lib/api.ts'
import { ask, askPage } from '../admin-api.ts'

/** What is asked for: on its way, not to be had, or here, and perhaps out of date because asking again came to nothing. */
export type Part<Value> =
  { name: 'loading' } | { name: 'failed' } | { name: 'here'; value: Value; old: boolean }

export const stats = signal<Part<Reply<typeof adminStatsEndpoint>>>({ name: 'loading' })
export const wanting = signal<Part<Reply<typeof attentionEndpoint>>>({ name: 'loading' })
export const recent = signal<Part<Reply<typeof activityEndpoint>>>({ name: 'loading' })
/** Where the record goes on. */
export const earlier = signal<string | undefined>(undefined)
/** When the owner last asked how things stand. */
export const askedAt = signal('')
export const refreshing = signal(false)

/** All three parts anew; one that cannot be had does not keep the others waiting. */
export async function refresh(): Promise<void> {
  if (refreshing.value) return
  refreshing.value = true
  askedAt.value = new Date().toISOString()
  await Promise.all([load(stats, adminStatsEndpoint), load(wanting, attentionEndpoint), loadRecent()])
  refreshing.value = false
}

export const reloadAttention = (): Promise<void> => load(wanting, attentionEndpoint)

async function load<E extends Endpoint>(part: Signal<Part<Reply<E>>>, endpoint: E): Promise<void> {
  await fill(part, () => ask(endpoint, undefined))
}

async function fill<Value>(part: Signal<Part<Value>>, fetch: () => Promise<Value>): Promise<void> {
  try {
    part.value = { name: 'here', value: await fetch(), old: false }
  } catch {
    part.value = part.value.name === 'here' ? { ...part.value, old: true } : { name: 'failed' }
  }
}

/** The first page, of what is about vouchers, orders and products. */
const loadRecent = () => fill(recent, () => page({ query: { of: 'shop' } }))

async function page(address: Address<typeof activityEndpoint>) {
  const { reply, next } = await askPage(activityEndpoint, undefined, address)
  earlier.value = next
  return reply
}

/** The page behind what is here. Tells whether it came. */
export async function showEarlier(): Promise<boolean> {
  const at = recent.value
  if (at.name !== 'here' || earlier.value === undefined) return true
  try {
    const more = await page({ query: { of: 'shop', cursor: earlier.value } })
    recent.value = { ...at, value: [...at.value, ...more] }
    return true
  } catch {
    return false
  }
}
