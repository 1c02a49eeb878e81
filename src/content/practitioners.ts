// The practitioners, the lead practitioner first. Each has a page of their own; the first is also on the home page. Claims and
// figures have their proof beside them. The build checks all of it.

import { clinic } from '#clinic/current-clinic.ts'
import type { Practitioners } from '#clinic/schema.ts'

const { address } = clinic

const certified = {
  text: 'Neuropuncture certified',
  proof: 'The certificate in neuropuncture: note its number and who issued it.',
}
const only = {
  text: 'The only certified neuropuncturist in the UK',
  proof: 'The issuing body’s register for the UK: note when it was last looked at, and look again each year.',
}
const years = {
  value: '18',
  label: 'years of experience',
  proof: 'The date of the first qualification: note where the certificate is kept.',
}

const lead: Practitioners[0] = {
  slug: 'practitioner',
  name: 'Our lead practitioner',
  // Remove it once the profile is yours.
  isPlaceholder: true,
  navigation: 'Our practitioner',
  certified,
  only,
  lede: `Acupuncturist in ${address.city}. ${only.text}.`,
  statistics: [
    {
      value: '25,000+',
      label: 'patients treated',
      proof: 'The practitioner’s treatment records: note how they were counted, and when.',
    },
    years,
  ],

  alongside:
    'Acupuncture works alongside the care your GP gives you, and does not replace it. In an emergency, ring 999.',

  /** Up to three sentences of his own on how he works, shown first and as quotes. Only what he has said. */
  howIWork: [],

  /** Paragraphs. The first has larger type. */
  biography: [
    `He has practised for ${years.value} years, and asks a great many questions before the first needle.`,
    'His work is based on traditional Chinese acupuncture. He also uses neuropuncture, which places fine needles and gentle electrical pulses along the nerves that supply the painful area, and German auricular medicine, which works through the ear. Where massage would help more, he uses his hands.',
    'A first visit is mostly conversation. He tells you plainly what may help, what probably will not, and when your GP is the better person to see.',
  ],

  specialisationsLede:
    'He works with people who have problems in these five areas, alongside their GP and their medical team, never in place of them.',
  specialisations: [
    {
      title: 'Neurological disorders',
      plainly: 'Nerves',
      text: 'Works with people who live with nerve pain, numbness or the after-effects of a nerve condition, alongside their neurologist or GP.',
    },
    {
      title: 'Musculoskeletal disorders',
      plainly: 'Muscles and joints',
      text: 'Works with people who have trouble with their back, neck, shoulders, hips or knees, or who are stiff after work or sport.',
    },
    {
      title: 'Mental health disorders',
      plainly: 'Mind and mood',
      text: 'Works with people who are under strain, low or sleeping badly, alongside the care they already have. Please do not change a medicine because of a treatment with us. In a crisis, ring NHS 111 and choose the mental health option, or ring 999.',
    },
    {
      title: 'Gynaecological disorders',
      plainly: 'Women’s health',
      text: 'Works with women who have painful or irregular periods, or are in the years around the menopause, once a doctor has looked into anything new.',
    },
    {
      title: 'Eye disorders',
      plainly: 'Eyes',
      text: 'Works with people whose eyes are tired, dry or strained, once an optician or a doctor has looked at them. If your sight changes suddenly, please go to hospital the same day.',
    },
  ],

  /** Add `issuer` and `year` once there is proof of them; until then they stay general. */
  qualifications: {
    training: [
      {
        text: 'Trained in traditional Chinese acupuncture',
        proof: 'The diploma: note the school, the year, and where the document is kept.',
      },
      {
        text: 'Trained in neuropuncture',
        proof: 'The course certificates: note who taught, the years, and where they are kept.',
      },
      {
        text: 'Trained in German auricular medicine',
        proof: 'The course certificates: note the academy, the years, and where they are kept.',
      },
    ],
    education: [
      {
        text: 'Anatomy, physiology and the nervous system',
        detail: 'As acupuncturists study them',
        proof: 'The transcript of the training: note the subjects and where it is kept.',
      },
      {
        text: 'Safe practice',
        detail: 'Clean needles, and knowing when to send somebody to a doctor',
        proof: 'The certificate in safe needle technique: note who issued it and when it ends.',
      },
    ],
    credentials: [
      {
        text: 'Certified in neuropuncture',
        detail: only.text,
        proof: certified.proof,
      },
      {
        text: 'Professional & Licensed',
        proof: 'The council’s licence for skin piercing and massage: note its number and when it ends.',
      },
    ],
  },

  notADoctor: {
    title: 'Not a western medical doctor',
    claim: 'Our lead practitioner is not a registered western medical doctor.',
    proof: 'The GMC’s register, which does not list him.',
    text: 'He cannot diagnose an illness, prescribe a medicine or tell you to stop one. Please see your GP about anything new, severe or getting worse, and keep to what your doctors have advised.',
  },
}

export const practitioners: Practitioners = [lead]
