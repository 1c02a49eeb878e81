// The texts of the home page, except the facts in clinic.ts.

import type { Question, Step } from '#clinic/schema.ts'

export const searchTitle = 'Physiotherapy and sports massage in {city}'

export const hero = {
  lede: 'Physiotherapy near the water, for people who walk, run, lift, or sit too long.',
}

export const about = {
  lede: 'Three physiotherapists, two rooms and a small gym, a short walk from the harbour.',
  community:
    'Some people come after an operation, some before a race, and many because of a desk. We look at how you move, and agree with you on what to try first.',
}

export const therapiesChapter = {
  heading: 'Begin with the one that sounds like you.',
  lede: 'If you are not sure, please book a first visit. We decide together once we have seen how you move.',
}

export const firstVisit: { heading: string; steps: Step[] } = {
  heading: 'The first time, we look and listen.',
  steps: [
    {
      title: 'Your story',
      text: 'You tell us what happened, what you would like to do again, and what you have tried.',
    },
    {
      title: 'How you move',
      text: 'We look at your joints, strength and balance. Please bring shorts or a vest, depending on where it is.',
    },
    {
      title: 'A plan on paper',
      text: 'You leave with a few exercises, and we write down how often to do them and when to come back.',
    },
  ],
}

export const questions: Question[] = [
  {
    question: 'Do I need a letter from my GP?',
    answer: 'No. Please see your GP first about anything that is new and severe.',
  },
  {
    question: 'What should I bring?',
    answer: 'Clothes that you can move in, and any letters or scans you have.',
  },
  {
    question: 'Can my insurer pay?',
    answer: 'We work with {insurers}. Please ask yours before you book.',
  },
  {
    question: 'What if I cannot come?',
    answer: 'Please tell us {notice} hours before. After that we charge {fee}% of the price.',
  },
]
