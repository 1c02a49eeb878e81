import { useSignals } from '@preact/signals-react/runtime'
import {
  answerQuestion,
  answers,
  openQuestions,
  questions,
} from '#islands/admin/vouchers/import/voucher-import.store.ts'
import { ExactText } from '#ui/ExactText.tsx'

/** What the file leaves open, each with its answers. */
export function ImportQuestions() {
  useSignals()
  return questions.value.map(({ id, text, choices }) => (
    <div key={id} className="message">
      <fieldset>
        <legend className="field-label mb-1">
          <ExactText>{text}</ExactText>
        </legend>
        {choices.map(([answer, label]) => (
          <label key={answer} className="check">
            <input
              type="radio"
              name={`import-${id}`}
              value={answer}
              checked={answers.value[id] === answer}
              onChange={() => answerQuestion(id, answer)}
            />
            <span>{label}</span>
          </label>
        ))}
      </fieldset>
    </div>
  ))
}

/** Focuses the first question without an answer. */
export function focusOpenQuestion(): void {
  const [first] = openQuestions.value
  document.querySelector<HTMLInputElement>(`input[name="import-${first?.id}"]`)?.focus()
}
