// The facts about the clinic that the owner may change. Plain data; pages, islands and emails read it,
// and the build checks it (check.ts). Hours, contact, getting here and prices may also be changed in the portal, under
// Website: what is published there wins over this file.
//
// Every claim has a note in `proofs` at the end: what proves it, and where that is kept. Under advertising rules the
// advertiser bears the burden of proof. The notes are for the owner and are never published: they are a separate export,
// so that no browser bundle contains them.

import type { Clinic } from '#clinic/schema.ts'

export const clinicInFiles: Clinic = {
  name: 'Mersey Meridian',
  description: 'a holistic wellness clinic',
  // What search engines call the business: DaySpa, HealthAndBeautyBusiness, HealthClub, MedicalBusiness, MedicalClinic or
  // Physiotherapy.
  kind: 'HealthAndBeautyBusiness',
  // Liverpool's skyline above the water, on the home page and the social card; the film of the water; the map, with its
  // river on the left.
  pictures: { skyline: true, film: true, map: true },
  meaning: [
    {
      word: 'Mersey',
      meaning:
        'The river. Its name comes from the Old English for “boundary river”, and people here have always crossed it.',
    },
    {
      word: 'meridian',
      meaning: 'A line drawn from pole to pole. In Chinese medicine, a channel that acupuncture works along.',
    },
  ],

  // Ofcom reserves this number for fiction, and the domain of the address cannot exist.
  phone: { display: '0151 496 0123', tel: '+441514960123' },
  email: 'hello@merseymeridian.example',
  address: { street: '1 Example Street', city: 'Liverpool', postcode: 'L1 0AA' },
  // The legal pages must name the trader: the owner or the company, and for a company a sentence with its number and where
  // it is registered. Leave empty what does not apply; it is not shown.
  trader: { owner: '', company: '', vat: '' },
  // How people get to the clinic, below its address. These rows are made up: a production build leaves them out. Set
  // the mark to false once they are yours.
  gettingHere: [
    {
      by: 'Train',
      text: 'Liverpool Central is a six-minute walk away, and Lime Street is ten minutes away.',
    },
    { by: 'Bus', text: 'Most city-centre buses stop at Example Square, two minutes away.' },
    {
      by: 'Car',
      text: 'The car park on Example Lane is opposite, and has two Blue Badge spaces.',
    },
    {
      by: 'Without steps',
      text: 'There is a step at the door. Please ring the bell and we will bring out the ramp.',
    },
  ],
  gettingHereIsExample: true,
  position: { latitude: 53.4028, longitude: -2.9793 },

  hours: [
    { days: 'Monday to Thursday', weekdays: [1, 2, 3, 4], open: { from: '10:00', to: '20:00' } },
    { days: 'Friday', weekdays: [5], open: { from: '09:00', to: '18:00' } },
    { days: 'Saturday', weekdays: [6], open: { from: '09:00', to: '15:00' } },
    { days: 'Sunday', weekdays: [0], open: null },
  ],

  insurers: ['Paycare', 'Cigna', 'Aviva', 'Simply Health', 'Allianz', 'Medicash', 'BHSF'],
  insurersNote:
    'Cover differs from policy to policy. Please contact the clinic to verify yours before you book.',

  // Write the clinic's own profiles and associations, and remove the mark: the build of the live site and the doctor name
  // the placeholders that are left. A profile without a URL is shown as plain text.
  social: [
    { name: 'Facebook', url: 'https://www.facebook.com/', isPlaceholder: true },
    { name: 'Instagram', url: 'https://www.instagram.com/', isPlaceholder: true },
    { name: 'More soon', url: '', isPlaceholder: true },
  ],

  affiliates: [
    { name: 'An acupuncture society', isPlaceholder: true },
    { name: 'A neuropuncture organisation', isPlaceholder: true },
  ],

  // Each has a note in `proofs` below. There may be none of them.
  claims: [{ text: 'Professional & Licensed' }, { text: 'Holistic Approach' }],
  statistics: [
    { value: '10+', label: 'years of experience' },
    { value: '500+', label: 'happy clients' },
  ],

  vouchers: {
    validMonths: 12,
    complimentaryPerDay: 500,
    complimentaryAlert: 250,
    heading: 'Give someone you know a quiet hour.',
    treatments: [
      'Neuropuncture',
      'Traditional Acupuncture',
      'German Auricular Medicine',
      'Cupping Therapy',
      'Therapeutic Massage',
      'Initial Consultations',
    ],
    // Pounds. Others can be typed.
    amounts: [10, 25, 50, 75, 100, 150, 200, 250, 300],
    popular: [50, 100],
  },

  // A therapy's prices are in its file in therapies/. Leave out what should not be shown.
  firstConsultation: { prices: [{ minutes: 30, pounds: 45 }] },
  // These prices and those in therapies/ are made up: a production build leaves them out. Set to false once they are yours.
  pricesAreExamples: true,

  cancellation: { noticeHours: 24, feePercent: 100 },

  // Local delivery: the postcode areas (L), districts (CH41) or ranges of districts (L1–L36) it goes to, and its cost.
  delivery: { districts: ['L1–L36'], cost: 'Free' },

  // How visitors book. Without a provider they call, or ask for an appointment with the form. With Treatwell's widget:
  // { kind: 'widget', place: '12345', script: 'https://…', site: 'https://…' }, see docs/deploy.md. With the page of any
  // provider: { kind: 'link', site: 'https://…' }.
  booking: { kind: 'none' },

  copyright: '2024',
}

// Each in the order of what it proves.
export const proofs = {
  claims: [
    'The council’s licence for skin piercing and massage: note its number and when it ends.',
    'How a first consultation is held: see the first visit.',
  ],
  statistics: [
    'The date the clinic opened: note where the registration is kept.',
    'Signed satisfaction forms or a survey: note how many, and from when.',
  ],
  affiliates: [
    'Put the society’s own name here, and note the membership number.',
    'Put the organisation’s own name here, and note the certificate’s number.',
  ],
}
