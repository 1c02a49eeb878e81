// Sports massage: its texts, duration and first prices.

import type { Therapy } from '#clinic/schema.ts'

export const sportsMassage: Therapy = {
  id: 'sports-massage',
  title: 'Sports Massage',
  description: 'Firm massage for legs, back and shoulders, before a race or in the days after it.',
  fullDescription: [
    'We work along the muscles that you use most, as firmly as you like.',
    'Before a race it is short and light, and afterwards slower. It works alongside the care your GP gives you, and does not replace it.',
  ],
  image: 'sports-massage',
  color: 'sage',
  duration: '30–60 minutes',
  prices: [{ minutes: 60, pounds: 55 }],
  benefits: ['Many people find it a relief after training', 'Time to lie down and do nothing'],
  suitableFor: ['Runners, swimmers and climbers', 'Long days on your feet'],
  whatToExpect: [
    { title: 'A few questions', text: 'We ask what you train for, and where you feel it.' },
    { title: 'The massage', text: 'You lie under towels, and we uncover one part of the body at a time.' },
  ],
  beforeYouCome: {
    feels: 'It is firm. Please say when it should be softer.',
    wear: 'Anything that is easy to change out of.',
    afterwards: 'Drink some water, and leave the next hard session for a day.',
  },
  tellUs: ['might be pregnant', 'take blood thinners', 'have had a blood clot'],
  notFor: 'We avoid fresh injuries, broken skin, and anywhere there may be a blood clot.',
  techniques: [],
}
