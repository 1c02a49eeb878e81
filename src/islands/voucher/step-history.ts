import { effect } from '@preact/signals-react'
import { paying } from '../checkout/pay.ts'
import { pence } from './voucher-form.store.ts'
import { goTo, type Stage, stage } from './voucher-step.ts'
import { checkout } from './voucher.store.ts'

const STEPS = ['amount', 'details', 'payment'] as const

type Step = (typeof STEPS)[number]

/** What an entry of the browser's history knows of us. */
interface Entry {
  voucher?: Step | 'paid'
  /** The step of the entry before it, where we know. */
  after?: Step | undefined
}

const stepNamed = (name: unknown) => STEPS.find((step) => step === name)
const readEntry = () => (history.state ?? {}) as Entry

/** Makes Back and Forward go through the steps. */
export function followHistory(): () => void {
  addEventListener('popstate', showEntry)
  const stop = effect(() => recordStage(stage.value.name))
  return () => {
    stop()
    removeEventListener('popstate', showEntry)
  }
}

function recordStage(name: Stage['name']): void {
  if (name === 'resuming') return
  const now = stepNamed(name) ?? 'paid'
  const { voucher, after } = readEntry()
  if (voucher === now) return
  const [from, to] = [STEPS.findIndex((step) => step === voucher), STEPS.findIndex((step) => step === now)]
  if (from >= 0 && to > from)
    history.pushState({ voucher: now, after: stepNamed(voucher) } satisfies Entry, '')
  else if (after === now) history.back()
  else history.replaceState({ ...(history.state as object), voucher: now, after: undefined }, '')
}

/**
 * An entry that is none of ours, such as a link to a chapter, changes nothing. Nor does any while a payment is made or
 * once it is: what was bought stays in view, and nothing that was paid can be paid again.
 */
function showEntry(event: PopStateEvent): void {
  const step = stepNamed((event.state as Entry | null)?.voucher)
  if (!step || paying.value || !stepNamed(stage.value.name) || step === stage.value.name) return
  if (step === 'amount') return goTo({ name: step })
  const open = checkout.attempts.open()
  if (step === 'payment' && open) goTo({ name: step, ...open })
  else if (step === 'details' && pence.value !== undefined) goTo({ name: step })
}
