import { useSignals } from '@preact/signals-react/runtime'
import { NOTICE_MAX, noticeLevels } from '#contract/website.ts'
import { draftField } from '#islands/admin/website/draft-field.ts'
import { change, changeFirstDay, draft, today } from '#islands/admin/website/website.store.ts'
import { Field } from '#ui/Field.tsx'

const LEVELS = { calm: 'Calm', important: 'Important' }

export function NoticeFields() {
  useSignals()
  const { text, from, to, level } = draft.value!.notice
  const isOver = text !== '' && to < today()
  return (
    <div className="grid grid-cols-2 gap-x-4 gap-y-3">
      <Field
        label="Text"
        className="col-span-2"
        lines={2}
        maxLength={NOTICE_MAX}
        {...draftField(
          'notice.text',
          `${Array.from(text).length} of ${NOTICE_MAX} characters used. If you have nothing to announce, please leave this empty.`,
        )}
      />
      <Field
        label="First day"
        type="date"
        {...draftField('notice.from')}
        onChange={({ target }) => changeFirstDay('notice', target.value)}
      />
      <Field
        label="Last day"
        type="date"
        min={from}
        {...draftField('notice.to', isOver ? 'This day has passed, so the notice is not shown.' : '')}
      />
      <fieldset className="col-span-2">
        <legend className="field-label">Level</legend>
        <div className="flex flex-wrap gap-x-6">
          {noticeLevels.map((each) => (
            <label key={each} className="check">
              <input
                type="radio"
                name="notice.level"
                checked={level === each}
                onChange={() => change('notice.level', each)}
              />
              <span>{LEVELS[each]}</span>
            </label>
          ))}
        </div>
      </fieldset>
    </div>
  )
}
