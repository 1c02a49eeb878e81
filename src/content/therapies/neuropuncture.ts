// Neuropuncture: its texts, duration and first prices.

import type { Therapy } from '#clinic/schema.ts'

export const neuropuncture: Therapy = {
  id: 'neuropuncture',
  title: 'Neuropuncture',
  description:
    'Fine needles and gentle electrical pulses, placed along the nerves that supply the painful area.',
  fullDescription: [
    'Neuropuncture combines acupuncture’s fine needles with what we know of the anatomy of the nerves. The needles are placed near the nerves that supply the painful area, and a small device sends a gentle pulse between them.',
    'You decide how strong the pulse is. We turn it up slowly until you feel a light tapping, and no further. Then you rest for twenty to thirty minutes while it works, and we stay within call.',
    'Not every ache begins in a nerve, and pulses are not for everybody. We look first, tell you plainly what we think this may and may not do for you, and leave the pulses off if you prefer. It works alongside the care your GP gives you, and does not replace it.',
  ],
  image: 'neuropuncture',
  color: 'ocean',
  duration: '60–90 minutes',
  prices: [
    { minutes: 60, pounds: 75 },
    { minutes: 90, pounds: 100 },
  ],
  benefits: [
    'May ease long-standing back and neck pain',
    'May loosen muscles that have been tight for a long time',
    'Many people find that they move a little more freely afterwards',
    'Supports rest, and many people sleep well that night',
  ],
  suitableFor: [
    'Back and neck pain',
    'Stiff shoulders, hips and knees',
    'Aches that run down an arm or leg',
    'Tension headaches',
    'Recovery after sport',
    'Long hours at a desk',
  ],
  whatToExpect: [
    {
      title: 'A conversation',
      minutes: 15,
      text: 'We ask where it hurts, how long it has hurt, and what makes it better or worse. Please bring any letters or scan reports you have.',
    },
    {
      title: 'Looking and testing',
      minutes: 5,
      text: 'We look at how you move and find out by touch where it is tender and where it is numb.',
    },
    {
      title: 'The needles',
      minutes: 10,
      text: 'We place very fine single-use needles near the nerves that supply the area, and tell you where each one will go.',
    },
    {
      title: 'The pulses',
      minutes: 20,
      text: 'Two soft leads are clipped to the needles and the device is turned up until you feel a light tapping. You rest, warm and lying down.',
    },
    {
      title: 'Getting up slowly',
      minutes: 10,
      text: 'We take the needles out, look again at what was stiff or sore, and talk about whether another visit makes sense.',
    },
  ],
  beforeYouCome: {
    feels:
      'You may feel a brief prick, and then often a dull ache or warmth. The pulse feels like tapping or a slight twitch of the muscle. It should never be sharp. If it is, tell us and we will turn it down at once.',
    wear: 'Loose clothes that roll up above the elbow and knee. Please eat something light beforehand, and take your medicines as usual.',
    afterwards:
      'Sit for a while before you drive. You may feel sleepy or a little sore until the next day, and a small bruise can appear. Drink some water, and take it gently.',
  },
  tellUs: [
    'have a pacemaker, a defibrillator or any other electrical implant',
    'are pregnant, or may be',
    'have epilepsy, or have ever had a seizure',
    'have a heart condition or an irregular heartbeat',
    'take blood thinners, or bleed or bruise easily',
    'have metal implants, or any numb areas',
    'are afraid of needles, or have fainted with them',
  ],
  notFor:
    'We leave out the electrical pulses if you have an electrical implant, are pregnant or have epilepsy. We never put a needle into skin that is broken, infected or swollen.',
  expertCare: {
    text: 'Neuropuncture calls for exact knowledge of where the nerves run and of what a current does there. Every neuropuncture treatment at this clinic is given by our lead practitioner, who is certified in it.',
    proof:
      'The certificate in neuropuncture, as for claims.certified in clinic.ts; and the diary, which shows who gives these treatments.',
  },
  techniques: [],
}
