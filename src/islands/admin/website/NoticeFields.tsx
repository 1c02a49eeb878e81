import { useSignals } from '@preact/signals-react/runtime'
import { characterCount } from '#contract/base/text.ts'
import { NOTICE_MAX, noticeLevels } from '#contract/website/website.ts'
import { textField } from '#islands/admin/website/slot.ts'
import { today, websiteForms } from '#islands/admin/website/website.store.ts'
import { Field } from '#ui/Field.tsx'

const LEVELS = { calm: 'Calm', important: 'Important' }

const notice = websiteForms.notice.slot

export function NoticeFields() {
  useSignals()
  const { text, from, to, level } = notice.value
  const isOver = text !== '' && to !== '' && to < today()
  return (
    <div className="grid gap-x-4 gap-y-3 sm:grid-cols-2">
      <Field
        label="Text"
        className="sm:col-span-2"
        lines={2}
        {...textField(
          notice.at('text'),
          `${characterCount(text, NOTICE_MAX)}. If you have nothing to announce, please leave this empty.`,
        )}
      />
      <Field label="First day" type="date" {...textField(notice.at('from'))} />
      <Field
        label="Last day"
        type="date"
        min={from}
        {...textField(notice.at('to'), isOver ? 'This day has passed, so the notice is not shown.' : '')}
      />
      <fieldset className="sm:col-span-2">
        <legend className="field-label">Level</legend>
        <div className="flex flex-wrap gap-x-6">
          {noticeLevels.map((each) => (
            <label key={each} className="check">
              <input
                type="radio"
                name="notice.level"
                checked={level === each}
                onChange={() => notice.at('level').set(each)}
              />
              <span>{LEVELS[each]}</span>
            </label>
          ))}
        </div>
      </fieldset>
    </div>
  )
}
