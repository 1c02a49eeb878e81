import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useRef } from 'react'
import { parsePence, shortPounds } from '#contract/money'
import { DESCRIPTION_MAX } from '#contract/voucher-changes'
import { Button } from '../../../ui/Button.tsx'
import { Field } from '../../../ui/Field.tsx'
import { focusFirstError } from '../../../ui/focus.ts'
import { pounds } from '../shared/format.ts'
import { LeftOver } from './RemainingBalance.tsx'
import { failure, form, found, leftAfter, redeem, redeeming } from './redeem.store.ts'

/** Keys for amounts that a treatment often costs. */
const KEYS = [2500, 5000, 7500]

/** How much, and what for; what will be left stays in sight, with the button. */
export function TakeOff() {
  useSignals()
  const element = useRef<HTMLFormElement>(null)
  const { amount, description } = form.values.value
  const balance = parsePence(found.value?.voucher.currentBalance ?? '') ?? 0
  const left = leftAfter()
  useEffect(() => element.current?.querySelector('input')?.focus(), [])

  async function send() {
    if (!(await redeem()) && element.current) focusFirstError(element.current)
  }

  return (
    <form
      ref={element}
      noValidate
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <Field
        label="Take off, £"
        name="amount"
        className="take-off"
        inputMode="decimal"
        autoComplete="off"
        value={amount}
        error={form.errors.value.amount}
        onChange={(event) => form.type('amount', event.target.value)}
      />
      <div className="keys" role="group" aria-label="Amounts">
        {KEYS.map((pence) => (
          <Button
            key={pence}
            look="quiet"
            className="button-compact"
            disabled={pence > balance}
            onClick={() => form.type('amount', String(pence / 100))}
          >
            {shortPounds(pence)}
          </Button>
        ))}
        <Button
          look="quiet"
          className="button-compact"
          onClick={() => form.type('amount', found.value?.voucher.currentBalance ?? '')}
        >
          All
        </Button>
      </div>
      <Field
        label="What for"
        name="description"
        optional
        autoComplete="off"
        maxLength={DESCRIPTION_MAX}
        value={description}
        error={form.errors.value.description}
        onChange={(event) => form.type('description', event.target.value)}
      />
      <p role="alert" className="empty:hidden">
        {failure.value && <span className="message message-bad block">{failure.value}</span>}
      </p>
      <div className="foot-bar">
        <LeftOver label="Left on the voucher" amount={left} />
        <Button type="submit" busy={redeeming.value ? 'Redeeming...' : undefined}>
          {left === undefined ? 'Redeem' : `Redeem ${takenWords(amount)}`}
        </Button>
      </div>
    </form>
  )
}

const takenWords = (amount: string) => {
  const pence = parsePence(amount)
  return pence === undefined ? '' : pounds((pence / 100).toFixed(2))
}
