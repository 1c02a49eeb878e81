// Acupuncture: its texts, duration and first prices.

import type { Therapy } from '#clinic/schema.ts'

export const acupuncture: Therapy = {
  id: 'acupuncture',
  title: 'Traditional Acupuncture',
  description:
    'The classical practice, with a long conversation, a few well-chosen points and time to lie still.',
  fullDescription: [
    'Acupuncture has been practised for more than two thousand years. Very fine needles are placed at points along the body’s channels, the meridians, and left for twenty to thirty minutes while you rest.',
    'Many people feel a dull warmth or heaviness where a needle sits, and most find it calming. We use single-use sterile needles, explain each point before we begin, and use as few as we can.',
    'There is good research on some uses of acupuncture and little on others. We tell you which is which for what brings you here. It works alongside the care your GP gives you, and does not replace it.',
  ],
  image: 'acupuncture',
  color: 'sage',
  duration: '45–60 minutes',
  prices: [
    { minutes: 45, pounds: 55 },
    { minutes: 60, pounds: 70 },
  ],
  benefits: [
    'May ease long-standing back and neck pain',
    'May reduce how often you have tension headaches',
    'Supports rest and sleep',
    'A calm hour away from the day',
  ],
  suitableFor: [
    'Back and neck pain',
    'Tension headaches',
    'Stress',
    'Restless nights',
    'Long hours at a desk',
    'Recovery after sport',
  ],
  whatToExpect: [
    {
      title: 'A conversation',
      minutes: 10,
      text: 'We ask about your history, your sleep, your work and what brings you here. This takes a good part of the first visit.',
    },
    {
      title: 'Reading the pulse',
      minutes: 5,
      text: 'We feel the pulse at both wrists and look at your tongue, as is traditional.',
    },
    {
      title: 'The points',
      minutes: 5,
      text: 'We use a few fine needles, mostly below the elbow or knee. Each one takes a moment to place.',
    },
    {
      title: 'Rest',
      minutes: 20,
      text: 'You lie warm and quiet for twenty to thirty minutes. Some people fall asleep.',
    },
    {
      title: 'Before you go',
      minutes: 5,
      text: 'We talk about how it went, what to look out for over the next few days, and whether to come again.',
    },
  ],
  beforeYouCome: {
    feels:
      'Less than most people expect. You may feel a brief prick, then a dull ache, warmth or tingling that fades. You can ask us to take a needle out at any time.',
    wear: 'Loose clothes that roll up above the elbow and knee. Please eat something light beforehand, and do not come straight from a glass of wine or a hard run.',
    afterwards:
      'Sit for a moment and drink some water. Some people feel sleepy or light-headed for a while, and you may have a drop of blood or a small bruise.',
  },
  tellUs: [
    'are pregnant, or may be',
    'take blood thinners, or bleed or bruise easily',
    'have a pacemaker or any other implant',
    'have a weakened immune system',
    'have diabetes, or any numb areas',
    'are allergic to metals',
    'are afraid of needles, or have fainted with them',
  ],
  notFor:
    'In pregnancy we leave out certain points and ask you to tell your midwife. We never put a needle into skin that is broken, infected or swollen. If the thought of needles is too much, auricular treatment with small seeds or a massage may suit you better.',
  techniques: [],
}
