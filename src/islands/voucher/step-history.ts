import { effect } from '@preact/signals-react'
import { isPaying } from '../checkout/pay.ts'
import { pence } from './voucher-form.store.ts'
import { goTo, type VoucherStep, step } from './voucher-step.ts'
import { checkout } from './voucher.store.ts'

const STEPS = ['amount', 'details', 'payment'] as const

type HistoryStep = (typeof STEPS)[number]

/** What an entry of the browser's history knows of us. */
interface HistoryEntry {
  voucher?: HistoryStep | 'paid'
  /** The step of the entry before it, where we know. */
  after?: HistoryStep | undefined
}

const stepNamed = (name: unknown) => STEPS.find((known) => known === name)
const currentEntry = () => (history.state ?? {}) as HistoryEntry

/** Makes Back and Forward go through the steps. */
export function syncHistory(): () => void {
  addEventListener('popstate', handlePopState)
  const stop = effect(() => recordStep(step.value.name))
  return () => {
    stop()
    removeEventListener('popstate', handlePopState)
  }
}

function recordStep(name: VoucherStep['name']): void {
  if (name === 'resuming') return
  const now = stepNamed(name) ?? 'paid'
  const { voucher, after } = currentEntry()
  if (voucher === now) return
  const indexOf = (name: unknown) => STEPS.findIndex((known) => known === name)
  if (indexOf(voucher) >= 0 && indexOf(now) > indexOf(voucher))
    history.pushState({ voucher: now, after: stepNamed(voucher) } satisfies HistoryEntry, '')
  else if (after === now) history.back()
  else history.replaceState({ ...(history.state as object), voucher: now, after: undefined }, '')
}

/**
 * An entry that is none of ours, such as a link to a chapter, changes nothing. Nor does any while a payment is made or
 * once it is: what was bought stays in view, and nothing that was paid can be paid again.
 */
function handlePopState(event: PopStateEvent): void {
  const target = stepNamed((event.state as HistoryEntry | null)?.voucher)
  if (!target || isPaying.value || !stepNamed(step.value.name) || target === step.value.name) return
  if (target === 'amount') return goTo({ name: target })
  const open = checkout.attempts.open()
  if (target === 'payment' && open) goTo({ name: target, ...open })
  else if (target === 'details' && pence.value !== undefined) goTo({ name: target })
}
