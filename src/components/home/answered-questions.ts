import { clinic } from '#content/clinic.ts'
import { questions } from '#content/home.ts'
import { costAnswer } from '#content/prices.ts'
import type { Question } from '#content/schema.ts'

const { insurers, cancellation } = clinic
const facts: Record<string, string> = {
  insurers: new Intl.ListFormat('en-GB').format(insurers),
  notice: String(cancellation.noticeHours),
  fee: String(cancellation.feePercent),
}

const cost = costAnswer()

interface AnsweredQuestion extends Question {
  /** Follows the answer. */
  link?: { href: string; label: string }
}

/** The questions of the home page, with the clinic's figures inserted, and that of its prices if it has any. */
export const answeredQuestions: AnsweredQuestion[] = [
  ...(cost
    ? [
        {
          question: 'What does it cost?',
          answer: cost,
          link: { href: '#prices', label: 'Treatments and prices' },
        },
      ]
    : []),
  ...questions.map(({ question, answer }) => ({
    question,
    answer: answer.replace(/\{(\w+)\}/g, (gap, name: string) => facts[name] ?? gap),
  })),
]
