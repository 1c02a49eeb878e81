// German auricular medicine: its texts, duration and first prices.

import type { Therapy } from '#clinic/schema.ts'

export const germanAuricularMedicine: Therapy = {
  id: 'german-auricular-medicine',
  title: 'German Auricular Medicine',
  longTitle: 'German Auricular Medicine: acupuncture through the ear',
  description: 'We read the ear as a map of the body, and find the points by touch and pulse.',
  fullDescription: [
    'Auricular medicine treats through the outer ear. It reads the ear as a small map of the whole body, and looks for the few points on that map that respond to touch.',
    'The method grew out of European ear acupuncture in the last century and was developed further in Germany. While a point is touched, the practitioner feels the pulse at your wrist for a change in its beat. Points found in this way are treated with very fine needles, or with small seeds held by a plaster that you take home.',
    'The map is a way of working and not a diagnosis. It cannot show an illness, and we do not use it for that. The treatment works alongside the care your GP gives you, and does not replace it.',
  ],
  image: 'german-auricular-medicine',
  color: 'sage',
  duration: '45–75 minutes',
  prices: [
    { minutes: 45, pounds: 50 },
    { minutes: 75, pounds: 80 },
  ],
  benefits: [
    'May ease aches that come and go',
    'May help you to settle and breathe more slowly',
    'Supports rest and sleep',
    'Many people find it the gentlest way to start acupuncture',
  ],
  suitableFor: [
    'People who would rather stay dressed',
    'Stress',
    'Restless nights',
    'Aches in the back, neck and joints',
    'Tension headaches',
    'Changing a habit',
  ],
  whatToExpect: [
    {
      title: 'A conversation',
      minutes: 10,
      text: 'We ask what brings you here, how you sleep and which medicines you take. This takes longest at the first visit.',
    },
    {
      title: 'Looking at the ear',
      minutes: 5,
      text: 'We look at both ears and touch them with a small blunt probe. Some places may feel tender, and those are the ones we are looking for.',
    },
    {
      title: 'Feeling the pulse',
      minutes: 5,
      text: 'One hand stays at your wrist while the other finds the points. All you need to do is lie still.',
    },
    {
      title: 'The points',
      minutes: 20,
      text: 'We usually choose a handful. We use the finest needles we have, and leave them in for twenty to thirty minutes. We can use seeds instead, if you prefer.',
    },
    {
      title: 'Seeds to take home',
      minutes: 5,
      text: 'Seeds stay on for a few days. You press them gently when you think of it, and take them off at home.',
    },
  ],
  beforeYouCome: {
    feels:
      'You feel a short sting at each point, because the ear is a sensitive place, and then warmth. Seeds feel like light pressure.',
    wear: 'Anything you like, because you stay dressed. Please take out earrings and hearing aids before we begin, and do not put any make-up or cream on your ears.',
    afterwards:
      'Your ears may be warm and a little red for an hour. Keep seeds dry, and take them off at once if the skin itches or is sore.',
  },
  tellUs: [
    'are pregnant, or may be',
    'have a pacemaker or an irregular heartbeat',
    'take blood thinners, or bleed or bruise easily',
    'have eczema, an infection or a fresh piercing in the ear',
    'are allergic to metals or to plasters',
    'wear a hearing aid or have a cochlear implant',
    'are afraid of needles, in which case we use seeds',
  ],
  notFor:
    'We do not treat an ear that is infected or broken, or has just been pierced. In pregnancy we leave out certain points and ask you to tell your midwife.',
  techniques: [],
}
