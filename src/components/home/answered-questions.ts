import { clinic } from '../../content/clinic.ts'
import { questions } from '../../content/home.ts'
import type { Question } from '../../content/schema.ts'

const { insurers, cancellation } = clinic
const facts: Record<string, string> = {
  insurers: new Intl.ListFormat('en-GB').format(insurers),
  notice: String(cancellation.noticeHours),
  fee: String(cancellation.feePercent),
}

/** The questions of the home page, with the clinic's figures inserted. */
export const answeredQuestions: Question[] = questions.map(({ question, answer }) => ({
  question,
  answer: answer.replace(/\{(\w+)\}/g, (gap, name: string) => facts[name] ?? gap),
}))
