// Women’s health: its texts, duration and first prices.

import type { Therapy } from '#clinic/schema.ts'

export const womensHealth: Therapy = {
  id: 'womens-health',
  title: 'Women’s Health',
  description: 'Care that follows your cycle, and supports you through pregnancy and the menopause.',
  fullDescription: [
    'We plan these visits around your own rhythm, which depends on where you are in your cycle, in a pregnancy, or in the years around the menopause.',
    'We talk more in these visits than in others, and what you say stays in the room. Then we choose what suits you on that day, which may be a few fine needles, treatment through the ear, or massage.',
    'We do not diagnose, and we make no promises about fertility or the menopause. See your GP about bleeding that is new, heavy or between periods, and about any pain that worries you. What we do works alongside the care of your GP, midwife or consultant, and does not replace it.',
  ],
  image: 'womens-health',
  color: 'ocean',
  duration: '60–75 minutes',
  prices: [
    { minutes: 60, pounds: 75 },
    { minutes: 75, pounds: 90 },
  ],
  benefits: [
    'Unhurried time to be listened to',
    'May ease aches in the lower back and pelvis',
    'Supports rest and sleep',
    'Many people feel calmer as their body changes',
  ],
  suitableFor: [
    'Painful or difficult periods',
    'Aches and tiredness in pregnancy',
    'The months after a birth',
    'The years around the menopause',
    'Stress',
    'Restless nights',
  ],
  whatToExpect: [
    {
      title: 'A conversation',
      minutes: 15,
      text: 'We ask about your cycle, your history, your sleep and what you would like to be different. You need not answer anything you would rather not.',
    },
    {
      title: 'Choosing the right time',
      minutes: 5,
      text: 'We look at where you are in the month or the pregnancy, and plan visits around it.',
    },
    {
      title: 'The treatment',
      minutes: 10,
      text: 'We usually place a few fine single-use needles in the arms, legs and belly, or treat points on the ear. We agree on each before we begin.',
    },
    {
      title: 'Rest',
      minutes: 20,
      text: 'You lie on your back or on your side, warm and well supported, for twenty to thirty minutes.',
    },
    {
      title: 'Between visits',
      minutes: 10,
      text: 'A few notes on how you feel help us to see what is changing. After a few visits we look at them together.',
    },
  ],
  beforeYouCome: {
    feels:
      'You may feel a brief prick, then a dull ache, warmth or heaviness that fades. In pregnancy we work even more gently.',
    wear: 'Loose clothes, for example a top and trousers. You stay dressed or covered, nothing is done inside the body, and you are welcome to bring somebody with you.',
    afterwards:
      'Sit for a while and drink some water. You may feel sleepy, and a small bruise is possible. If anything worries you, please ring us, or your midwife.',
  },
  tellUs: [
    'are pregnant or may be, and how far along',
    'are having fertility treatment, and where',
    'have bleeding that nobody has looked at yet',
    'take hormones or blood thinners',
    'have a pacemaker or any other implant',
    'have epilepsy or a bleeding disorder',
    'are afraid of needles, or have fainted with them',
  ],
  notFor:
    'In pregnancy we treat only with your midwife’s or doctor’s knowledge, leave out certain points, and use no electrical pulses, no cupping and no deep pressure. If you have bleeding, severe pain or a fever, or your baby is moving less than usual, please ring your midwife or 999 instead of us.',
  techniques: [],
}
