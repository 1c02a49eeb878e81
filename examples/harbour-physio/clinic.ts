// The facts about the clinic: name, address, hours, claims with their proofs, vouchers, booking.

import type { Clinic } from '#clinic/schema.ts'

export const clinicInFiles: Clinic = {
  name: 'Harbour Physio',
  description: 'a physiotherapy practice',
  kind: 'Physiotherapy',
  pictures: { skyline: false, film: false, map: false },
  meaning: [
    {
      word: 'Harbour',
      meaning:
        'A place to come back to. Ours is two streets away from the clinic, and most of our walks end there.',
    },
  ],
  // Ofcom reserves this number for fiction, and the domain of the address cannot exist.
  phone: { display: '0117 496 0123', tel: '+441174960123' },
  email: 'hello@harbourphysio.example',
  address: { street: '2 Example Quay', city: 'Bristol', postcode: 'BS1 0AA' },
  trader: { owner: '', company: '', vat: '' },
  gettingHere: [{ by: 'Bus', text: 'Buses stop at Example Quay, a minute away.' }],
  gettingHereIsExample: true,
  position: null,
  hours: [
    { days: 'Monday to Wednesday', weekdays: [1, 2, 3], open: { from: '07:30', to: '18:00' } },
    { days: 'Thursday and Friday', weekdays: [4, 5], open: null },
    { days: 'Weekend', weekdays: [6, 0], open: { from: '08:00', to: '13:30' } },
  ],
  insurers: ['Bupa', 'Vitality'],
  insurersNote: 'Please ask your insurer for a number before you book, and bring it to your first visit.',
  social: [],
  affiliates: [],
  claims: [],
  statistics: [],
  vouchers: {
    validMonths: 24,
    complimentaryPerDay: 200,
    complimentaryAlert: 100,
    heading: 'Give someone you know an hour for their back.',
    treatments: ['Physiotherapy', 'Sports Massage'],
    amounts: [30, 55, 110],
    popular: [55],
  },
  firstConsultation: { prices: [{ minutes: 45, pounds: 62 }] },
  pricesAreExamples: true,
  cancellation: { noticeHours: 48, feePercent: 50 },
  delivery: { districts: ['BS1–BS16'], cost: '£4.00' },
  booking: { kind: 'link', site: 'https://booking.harbourphysio.example/' },
  copyright: '2026',
}

export const proofs = { claims: [], statistics: [], affiliates: [] }
