import { clinic } from '#clinic/current-clinic.ts'
import { costAnswer } from '#clinic/prices.ts'
import type { Question } from '#clinic/schema.ts'
import { questions } from '#content/home.ts'

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

/** The questions of the home page, with the clinic's figures inserted, and that of its prices if it has any, and that of a voucher's balance. */
export const answeredQuestions: AnsweredQuestion[] = [
  ...(cost
    ? [
        {
          question: 'How much does a treatment cost?',
          answer: cost,
          link: { href: '#prices', label: 'Treatments and prices' },
        },
      ]
    : []),
  ...questions.map(({ question, answer }) => ({
    question,
    answer: answer.replace(/\{(\w+)\}/g, (gap, name: string) => facts[name] ?? gap),
  })),
  {
    question: 'I have a gift voucher. How do I see what is left on it?',
    answer:
      'Point your phone’s camera at the QR code on the voucher, or type the voucher code on our “Your voucher” page. You will see what is left, how long it is valid and how to use it.',
    link: { href: '/voucher', label: 'Your voucher' },
  },
]
