import { useState } from 'react'
import type { Period } from '#contract/accounts/period.ts'
import {
  daysErrors,
  daysName,
  FIRST_DAY,
  nameOfKind,
  periodLabel,
  periodNames,
  readChosenPeriod,
  type ChosenPeriod,
} from '#islands/admin/accounts/chosen-period.ts'
import { goTo, hrefOf } from '#islands/admin/router.ts'
import { Button } from '#ui/Button.tsx'
import { Field } from '#ui/Field.tsx'
import { Select } from '#ui/Select.tsx'

const KIND_LABELS: Record<ChosenPeriod['kind'], string> = {
  month: 'Month',
  quarter: 'Quarter',
  year: 'Year',
  tax_year: 'Tax year',
  days: 'Any days',
}

interface Props {
  period: ChosenPeriod
  today: string
}

/** Every choice is an address of its own. */
export function PeriodChooser({ period, today }: Props) {
  return (
    <div className="grid gap-3">
      <fieldset className="segments flex-wrap">
        <legend className="sr-only">Kind of period</legend>
        {(Object.keys(KIND_LABELS) as ChosenPeriod['kind'][]).map((kind) => (
          <label key={kind}>
            <input
              type="radio"
              name="period-kind"
              checked={kind === period.kind}
              onChange={() => goTo('accounts', nameOfKind(kind, period, today))}
            />
            <span>{KIND_LABELS[kind]}</span>
          </label>
        ))}
      </fieldset>
      {period.kind === 'days' ? (
        <DaysForm key={period.name} period={period} today={today} />
      ) : (
        <NamedPeriods kind={period.kind} name={period.name} today={today} />
      )}
    </div>
  )
}

interface NamedProps {
  kind: Exclude<ChosenPeriod['kind'], 'days'>
  name: string
  today: string
}

function NamedPeriods({ kind, name, today }: NamedProps) {
  const names = periodNames(kind, today)
  const index = names.indexOf(name)
  return (
    <div className="flex flex-wrap items-end gap-3">
      <Select
        className="min-w-0 grow basis-60 sm:max-w-80"
        label={KIND_LABELS[kind]}
        value={name}
        onChange={({ target }) => goTo('accounts', target.value)}
      >
        {names.map((name) => (
          <option key={name} value={name}>
            {periodLabel(readChosenPeriod(name, today)!)}
          </option>
        ))}
      </Select>
      <div className="flex gap-3">
        <StepLink name={names[index + 1]}>Previous</StepLink>
        <StepLink name={names[index - 1]}>Next</StepLink>
      </div>
    </div>
  )
}

/** Without a name there is no such period. */
function StepLink({ name, children }: { name: string | undefined; children: string }) {
  if (name === undefined) return null
  return (
    <a className="button button-quiet" href={hrefOf('accounts', name)}>
      {children}
    </a>
  )
}

/** Shows the days when they are sent: each request asks Stripe. */
function DaysForm({ period, today }: Props) {
  const [days, setDays] = useState<Period>(period)
  const errors = daysErrors(days, today)
  const field = (name: keyof Period) => ({
    type: 'date',
    min: FIRST_DAY,
    max: today,
    value: days[name],
    error: errors[name],
    onChange: ({ target }: { target: { value: string } }) => setDays({ ...days, [name]: target.value }),
  })
  return (
    <form
      className="flex flex-wrap items-start gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        if (Object.keys(errors).length === 0) goTo('accounts', daysName(days))
      }}
      noValidate
    >
      <Field className="grow basis-44 sm:max-w-56" label="First day" {...field('from')} />
      <Field className="grow basis-44 sm:max-w-56" label="Last day" {...field('to')} />
      <Button type="submit" variant="quiet" className="self-end">
        Show
      </Button>
    </form>
  )
}
