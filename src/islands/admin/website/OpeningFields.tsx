import { useSignals } from '@preact/signals-react/runtime'
import { addDays } from '#contract/base/send-date.ts'
import { openOn, type Closure, type Open } from '#contract/website/opening-days.ts'
import { CLOSURES_MAX } from '#contract/website/website.ts'
import { writeClosures } from '#contract/website/write-closures.ts'
import { Rows } from '#islands/admin/website/Rows.tsx'
import { textField, type Slot } from '#islands/admin/website/slot.ts'
import { closuresOf, USUAL, WEEK } from '#islands/admin/website/website-texts.ts'
import { today, websiteForms } from '#islands/admin/website/website.store.ts'
import { Field } from '#ui/Field.tsx'

const opening = websiteForms.opening.slot

export function OpeningFields() {
  useSignals()
  const shown = writeClosures(closuresOf(opening.value), today())
  return (
    <>
      <Rows
        list={opening.at('closures')}
        title="Closures and special hours"
        addLabel="Add a closure or special hours"
        blank={{ from: '', to: '', open: null, reason: '' }}
        max={CLOSURES_MAX}
        nameOf={(at, { open }) => `${open ? 'Special hours' : 'Closure'} ${at + 1}`}
      >
        {(closure) => <ClosureFields closure={closure} />}
      </Rows>
      <p role="status" className="text-small text-soft empty:hidden">
        {shown && <span>{`Visitors will see: ${shown}`}</span>}
      </p>
      <fieldset>
        <legend className="pb-2.5 font-[560]">Weekly hours</legend>
        {WEEK.map(({ weekday, name }) => (
          <WeekdayFields key={name} name={name} day={opening.at('week').at(weekday)} />
        ))}
      </fieldset>
    </>
  )
}

function ClosureFields({ closure }: { closure: Slot<Closure> }) {
  useSignals()
  const { from, to } = closure.value
  return (
    <div className="grid gap-x-4 gap-y-3 sm:grid-cols-2">
      <Field
        label="First day"
        type="date"
        min={today()}
        {...textField(closure.at('from'))}
        onChange={({ target }) => {
          closure.at('from').set(target.value)
          // The last day follows if it is missing or would be earlier.
          if (to < target.value) closure.at('to').set(target.value)
        }}
      />
      <Field
        label="Last day"
        type="date"
        min={from || today()}
        {...textField(closure.at('to'), closedAnywayHint(closure.value))}
      />
      <div className="sm:col-span-2">
        <OpenChoice open={closure.at('open')} label="Open with special hours" />
      </div>
      <TimeFields open={closure.at('open')} />
      <Field
        label="Reason"
        optional
        className="sm:col-span-2"
        {...textField(
          closure.at('reason'),
          'Visitors will see this beside the day, for example “Christmas”.',
        )}
      />
    </div>
  )
}

/** Returns a sentence if the clinic is never open on the days of a closure. */
function closedAnywayHint({ from, to, open }: Closure): string {
  if (open || from === '' || to < from || to > addDays(from, 6)) return ''
  const hours = opening.value.week.map((day, weekday) => ({ weekdays: [weekday], open: day }))
  for (let day = from; day <= to; day = addDays(day, 1)) if (openOn(hours, [], day)) return ''
  return 'You are closed then anyway, according to your weekly hours.'
}

function WeekdayFields({ name, day }: { name: string; day: Slot<Open> }) {
  useSignals()
  return (
    <div
      role="group"
      aria-label={name}
      className="grid grid-cols-2 items-center gap-x-4 border-t border-rule py-1.5 max-[18rem]:grid-cols-1 sm:grid-cols-[9rem_repeat(2,minmax(0,12rem))] max-sm:[&>:first-child]:col-span-full [&_.field>label]:sr-only"
    >
      <OpenChoice open={day} label={name} />
      {day.value ? <TimeFields open={day} /> : <p className="text-small text-soft">Closed</p>}
    </div>
  )
}

function OpenChoice({ open, label }: { open: Slot<Open>; label: string }) {
  useSignals()
  return (
    <label className="check">
      <input
        type="checkbox"
        checked={open.value !== null}
        onChange={({ target }) => open.set(target.checked ? USUAL : null)}
      />
      <span>{label}</span>
    </label>
  )
}

function TimeFields({ open }: { open: Slot<Open> }) {
  useSignals()
  if (!open.value) return null
  const hours = open as Slot<NonNullable<Open>>
  return (
    <>
      <Field label="Opens" type="time" {...textField(hours.at('from'))} />
      <Field label="Closes" type="time" {...textField(hours.at('to'))} />
    </>
  )
}
