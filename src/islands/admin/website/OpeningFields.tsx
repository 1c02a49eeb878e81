import { useSignals } from '@preact/signals-react/runtime'
import { CLOSURE_REASON_MAX, openOn } from '#contract/opening-days.ts'
import { addDays } from '#contract/send-date.ts'
import { CLOSURES_MAX } from '#contract/website.ts'
import { writeClosures } from '#contract/write-closures.ts'
import { draftField } from '#islands/admin/website/draft-field.ts'
import { Rows } from '#islands/admin/website/Rows.tsx'
import { blankClosure, type ClosureText } from '#islands/admin/website/website-draft.ts'
import { closuresOf, WEEK } from '#islands/admin/website/website-parts.ts'
import { change, changeFirstDay, draft, errors, today } from '#islands/admin/website/website.store.ts'
import { Field } from '#ui/Field.tsx'

export function OpeningFields() {
  useSignals()
  const { closures } = draft.value!.opening
  const shown = writeClosures(closuresOf(closures), today())
  return (
    <>
      <Rows
        path="opening.closures"
        title="Closures and special hours"
        addLabel="Add a closure or special hours"
        blank={blankClosure}
        max={CLOSURES_MAX}
        nameOf={(at, { open }) => `${open.isOpen ? 'Special hours' : 'Closure'} ${at + 1}`}
        first="from"
        Row={ClosureFields}
      />
      <p role="status" className="text-small text-soft empty:hidden">
        {shown && <span>{`Visitors will see: ${shown}`}</span>}
      </p>
      <fieldset>
        <legend className="website-legend">Weekly hours</legend>
        {WEEK.map(({ weekday, name }) => (
          <WeekdayFields key={name} path={`opening.week.${weekday}`} name={name} />
        ))}
      </fieldset>
    </>
  )
}

function ClosureFields({ path, row }: { path: string; row: ClosureText }) {
  useSignals()
  const closedAnyway = closedAnywayHint(row)
  return (
    <div className="grid grid-cols-2 gap-x-4 gap-y-3">
      <Field
        label="First day"
        type="date"
        min={today()}
        {...draftField(`${path}.from`)}
        onChange={({ target }) => changeFirstDay(path, target.value)}
      />
      <Field
        label="Last day"
        type="date"
        min={row.from || today()}
        {...draftField(`${path}.to`, closedAnyway)}
      />
      <div className="col-span-2">
        <OpenChoice path={`${path}.open`} label="Open with special hours" isOpen={row.open.isOpen} />
      </div>
      {row.open.isOpen && <TimeFields path={`${path}.open`} />}
      <Field
        label="Reason"
        optional
        className="col-span-2"
        maxLength={CLOSURE_REASON_MAX}
        {...draftField(`${path}.reason`, 'Visitors will see this beside the day, for example “Christmas”.')}
      />
    </div>
  )
}

/** Returns a sentence if the clinic is never open on the days of a closure. */
function closedAnywayHint({ from, to, open }: ClosureText): string {
  if (open.isOpen || from === '' || to < from || to > addDays(from, 6)) return ''
  const hours = draft.value!.opening.week.map((day, weekday) => ({
    weekdays: [weekday],
    open: day.isOpen ? day : null,
  }))
  for (let day = from; day <= to; day = addDays(day, 1)) if (openOn(hours, [], day)) return ''
  return 'You are closed then anyway, according to your weekly hours.'
}

function WeekdayFields({ path, name }: { path: string; name: string }) {
  useSignals()
  const weekday = draft.value!.opening.week[Number(path.split('.').at(-1))]!
  return (
    <div role="group" aria-label={name} className="website-weekday">
      <OpenChoice path={path} label={name} isOpen={weekday.isOpen} />
      {weekday.isOpen ? <TimeFields path={path} /> : <p className="text-small text-soft">Closed</p>}
    </div>
  )
}

interface OpenChoiceProps {
  path: string
  label: string
  isOpen: boolean
}

function OpenChoice({ path, label, isOpen }: OpenChoiceProps) {
  return (
    <label className="check">
      <input
        type="checkbox"
        checked={isOpen}
        onChange={({ target }) => change(`${path}.isOpen`, target.checked)}
      />
      <span>{label}</span>
    </label>
  )
}

function TimeFields({ path }: { path: string }) {
  useSignals()
  return (
    <>
      <Field label="Opens" type="time" {...draftField(`${path}.from`)} />
      <Field
        label="Closes"
        type="time"
        {...draftField(`${path}.to`)}
        error={errors.value[`${path}.to`] ?? errors.value[path]}
      />
    </>
  )
}
