// The texts of the home page, except the clinic's data. Plain data; check.ts checks it.

import type { Question, Step } from '#clinic/schema.ts'

export const searchTitle = 'Acupuncture and massage in {city}'

export const hero = {
  lede: 'Acupuncture, massage and unhurried care by the river in Liverpool. One person at a time.',
}

export const about = {
  lede: 'A small licensed clinic in the middle of Liverpool, with more than ten years of practice behind it.',
  community:
    'People come to us from all over the city and from across the water, with an old injury, after years of trying other things, or simply worn out. We ask good questions, and tell you plainly what we can and cannot help with.',
  certified: 'Our lead practitioner is certified in neuropuncture.',
}

/** Above the therapies; the heading follows how many there are. */
export const therapiesChapter = {
  heading: 'One steady line through all of them.',
  lede: 'The lines of each drawing are calm, then disturbed, then calm again. That is roughly what we hope a treatment will do for you.',
}

export const firstVisit: { heading: string; steps: Step[] } = {
  heading: 'The first time, we mostly listen.',
  steps: [
    {
      title: 'A conversation',
      text: 'We ask about your history, your sleep, your work and what brings you here. Please bring a list of any medicines you take.',
    },
    {
      title: 'A plan',
      text: 'We tell you what we suggest, how many visits it may take and what it costs. If your GP is the better person to see, we say so.',
    },
    {
      title: 'The treatment',
      text: 'For acupuncture, we use very fine single-use needles and leave them in for twenty to thirty minutes while you rest. You can ask us to stop at any time.',
    },
    {
      title: 'Afterwards',
      text: 'Sit for a while, drink some water, and take it gently for the rest of the day. Some people feel sleepy.',
    },
  ],
}

export const questions: Question[] = [
  {
    question: 'Does acupuncture hurt?',
    answer:
      'Less than most people expect. The needles are far thinner than those for an injection. You may feel a brief prick, then a dull ache, warmth or tingling, and you can ask us to take a needle out at any time.',
  },
  {
    question: 'Do I need to see my GP first?',
    answer:
      'You do not need a referral. Please see your GP about anything new, severe or getting worse, and tell us about your medicines, a pacemaker, a bleeding disorder or a pregnancy before we begin.',
  },
  {
    question: 'What should I wear and bring?',
    answer:
      'Loose clothes that roll up above the elbow and knee, and a list of any medicines you take. Please have something light to eat beforehand.',
  },
  {
    question: 'How many visits will I need?',
    answer:
      'It depends on what brings you here and how long you have had it. After the first visit we tell you what to expect, and we review it with you as we go.',
  },
  {
    question: 'Will my insurer pay?',
    answer:
      'We accept {insurers}. Cover differs from policy to policy. Please contact the clinic to verify yours before you book.',
  },
  {
    question: 'What if I have to cancel?',
    answer:
      'If you give us at least {notice} hours’ notice, there is nothing to pay. With less notice, we charge a fee of {fee}% of the cost of the treatment.',
  },
]
