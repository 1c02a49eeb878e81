// Physiotherapy: its texts, duration and first prices.

import type { Therapy } from '#clinic/schema.ts'

export const physiotherapy: Therapy = {
  id: 'physiotherapy',
  title: 'Physiotherapy',
  description: 'We look at how you move, and agree with you on exercises that fit into your week.',
  fullDescription: [
    'We begin with what you would like to do again, and work back from there.',
    'Most of it is exercise, in our gym and at home, with hands-on work where that suits you. Physiotherapy works alongside the care your GP gives you, and does not replace it.',
  ],
  image: 'physiotherapy',
  color: 'ocean',
  duration: '30–45 minutes',
  prices: [
    { minutes: 30, pounds: 48 },
    { minutes: 45, pounds: 62 },
  ],
  benefits: ['May help you to bend and reach further', 'Supports you on the way back to sport'],
  suitableFor: ['Stiff joints', 'The weeks after an operation', 'Sprains and strains'],
  whatToExpect: [
    { title: 'Looking', text: 'We watch you walk, bend and reach, and ask what is easy and what is not.' },
    { title: 'Trying', text: 'We try a few exercises together, and keep those that you can do at home.' },
  ],
  beforeYouCome: {
    feels: 'It can feel like work, and you may be a little stiff the next day.',
    wear: 'Clothes and shoes for sport.',
    afterwards: 'Keep moving, gently.',
  },
  tellUs: ['might be pregnant', 'take blood thinners', 'have had an operation lately'],
  notFor:
    'We will not treat you if you have a fever or a fresh break. Please ring NHS 111 about anything sudden.',
  techniques: [],
}
