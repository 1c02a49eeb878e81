// The practitioners, the first one also on the home page. Their figures and qualifications have a proof beside them.

import type { Practitioner, Practitioners } from '#clinic/schema.ts'

const proof = 'The register of the HCPC: note the number, and when it was last looked at.'
const alongside = 'Physiotherapy works alongside the care your GP gives you. In an emergency, ring 999.'

/** What all three share. */
const shared: Pick<
  Practitioner,
  'navigation' | 'alongside' | 'statistics' | 'howIWork' | 'specialisationsLede' | 'qualifications'
> = {
  navigation: 'Our physiotherapist',
  alongside,
  statistics: [],
  howIWork: [],
  specialisationsLede: 'Please ask for the person who knows your kind of problem best.',
  qualifications: {
    training: [],
    education: [],
    credentials: [{ text: 'Registered physiotherapist', issuer: 'HCPC', proof }],
  },
}

export const practitioners: Practitioners = [
  {
    ...shared,
    slug: 'lead-physiotherapist',
    name: 'Our lead physiotherapist',
    lede: 'Works with people who want to run again, and with those who never have.',
    biography: [
      'Worked in a hospital first, and opened this clinic to have more time for each person.',
      'Likes hills, and exercises that need no equipment.',
    ],
    specialisations: [
      {
        title: 'Knees and ankles',
        plainly: 'Running',
        text: 'Works with people who have trouble with knees or ankles, whatever they run for.',
      },
    ],
  },
  {
    ...shared,
    slug: 'hand-physiotherapist',
    name: 'Our hand physiotherapist',
    lede: 'Works with hands, wrists and elbows: climbers, musicians, and people who type.',
    biography: ['Trained in a hand clinic.', 'Makes splints here, while you wait.'],
    specialisations: [],
  },
  {
    ...shared,
    slug: 'sports-physiotherapist',
    name: 'Our sports physiotherapist',
    lede: 'Looks after two rowing clubs, and anybody with a shoulder.',
    biography: ['Rowed for ten years.', 'Now treats people who still do.'],
    specialisations: [],
  },
]
