// The therapies, in the order they are shown. Plain data that imports nothing; check.ts checks it when the site builds.
// Claims stay careful: "may", "many people find", "supports", and no disease is named as treatable.

export type Theme = 'sage' | 'ocean' | 'warm'

export interface Therapy {
  readonly id: string
  readonly title: string
  /** On its own page, where the specification gives a longer one. */
  readonly longTitle?: string
  readonly description: string
  readonly duration: string
  readonly theme: Theme
}

export const therapies: readonly Therapy[] = [
  {
    id: 'neuropuncture',
    title: 'Neuropuncture',
    description:
      'Fine needles and gentle electrical pulses, placed along the nerves that serve the area that hurts.',
    duration: '60–90 minutes',
    theme: 'ocean',
  },
  {
    id: 'acupuncture',
    title: 'Traditional Acupuncture',
    description:
      'The classical practice: a long conversation, then a few well-chosen points and time to lie still.',
    duration: '45–60 minutes',
    theme: 'sage',
  },
  {
    id: 'german-auricular-medicine',
    title: 'German Auricular Medicine',
    longTitle: 'German Auricular Medicine: acupuncture through the ear',
    description: 'The ear read as a map of the body, with points found by touch and pulse.',
    duration: '45–75 minutes',
    theme: 'sage',
  },
  {
    id: 'massage',
    title: 'Massage',
    description: 'Therapeutic massage, with sports massage and cupping where they suit you.',
    duration: '60–90 minutes',
    theme: 'warm',
  },
  {
    id: 'womens-health',
    title: 'Women’s Health',
    description: 'Care that keeps time with the cycle, through pregnancy and into menopause.',
    duration: '60–75 minutes',
    theme: 'ocean',
  },
]
