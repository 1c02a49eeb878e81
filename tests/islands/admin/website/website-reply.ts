import { NO_WEBSITE, type WebsiteReply } from '#contract/website/website.ts'

const open = { from: '10:00', to: '18:00' }

/** What the portal gets while nothing is saved. */
export const NOTHING_SAVED: WebsiteReply = {
  website: NO_WEBSITE,
  version: 0,
  savedBy: null,
  savedAt: null,
  published: null,
  publishing: null,
  canPublish: true,
  brokenVersion: null,
  files: {
    opening: { week: [null, open, open, open, open, open, null], closures: [] },
    contact: {
      phone: '0151 496 0123',
      email: 'hello@clinic.example',
      address: { street: '1 Example Street', city: 'Liverpool', postcode: 'L1 0AA' },
      position: { latitude: 53.4028, longitude: -2.9793 },
      social: [],
    },
    gettingHere: [{ by: 'Train', text: 'Six minutes from Central.' }],
    prices: {
      firstVisit: [{ minutes: 30, pounds: '45.00' }],
      therapies: { massage: [{ minutes: 60, pounds: '62.50' }] },
    },
  },
  examples: { gettingHere: true, prices: true },
  defaults: [],
  therapies: [{ id: 'massage', title: 'Therapeutic Massage' }],
}
