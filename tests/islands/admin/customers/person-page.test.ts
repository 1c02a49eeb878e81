import { describe, expect, it } from 'vitest'
import type { Reply } from '#contract/base/endpoint.ts'
import type { exportCustomerEndpoint } from '#contract/reports/customers.ts'
import { personPage } from '#islands/admin/customers/person-page.ts'

type Exported = Reply<typeof exportCustomerEndpoint>

const EMAIL = 'ann@example.com'
const ID = '3f0c1b8e-6a63-4e0c-9a64-0a4ad7a0a001'
const SUMMER = '2026-07-01T22:30:00.000Z'

const ADDRESS = { line1: '2 Street', line2: 'Flat 1', city: 'Town', postcode: 'L1 0AB', country: 'GB' }
const ENQUIRY = { date: SUMMER, firstName: 'Ann', lastName: 'Lee', answeredAt: SUMMER, note: 'Rings back' }

const voucher: Exported['vouchers'][number] = {
  id: ID,
  date: SUMMER,
  number: 1006,
  codeEnd: '19DY',
  status: 'spent',
  expiryDate: '2027-07-01',
  originalAmount: '1250.00',
  currentBalance: '0.00',
  paidBy: 'cash',
  byPhone: true,
  buyerName: 'Ann Lee',
  buyerEmail: EMAIL,
  recipientName: 'Bob Recipient',
  recipientEmail: null,
  deliverTo: 'print',
  sendOn: '2026-12-24',
  personalMessage: 'Have a quiet hour',
  tellHolder: true,
  reminders: false,
  remindersStoppedAt: SUMMER,
  entries: [{ date: SUMMER, amount: '-30.00', description: 'Neuropuncture visit', adminNotes: 'Rang twice' }],
}

const EVERYTHING: Exported = {
  exportedAt: '2026-11-28T14:40:00.000Z',
  customer: {
    id: ID,
    name: 'Ann Lee',
    email: EMAIL,
    phone: '0151 496 0777',
    lastSeen: SUMMER,
    spent: '1220.00',
    vouchersBought: 1,
    vouchersReceived: 1,
    orders: 1,
    inquiries: 1,
    messages: 1,
    appointments: 1,
  },
  vouchers: [voucher, { ...voucher, codeEnd: '77AA', buyerEmail: null, recipientEmail: EMAIL }],
  orders: [
    {
      id: ID,
      number: 1042,
      reference: 'pi_1042',
      date: SUMMER,
      status: 'part_refunded',
      fulfilment: 'ready',
      delivery: 'local',
      firstName: 'Ann',
      lastName: 'Lee',
      email: EMAIL,
      productName: 'Acupressure mat',
      quantity: 2,
      amount: '76.00',
      refunded: '38.00',
      phone: '0151 496 0888',
      shippingAddress: ADDRESS,
    },
  ],
  cancellations: [
    {
      date: SUMMER,
      sentOn: '2026-06-30',
      bought: 'order',
      number: 1043,
      goods: 'back',
      goodsOn: '2026-07-04',
      deducted: '12.00',
      deductionReason: 'The mat is stained',
    },
  ],
  inquiries: [
    { ...ENQUIRY, productName: 'Tuning fork', quantity: 3, phone: '0151 496 0999', message: 'Is it loud?' },
  ],
  messages: [{ ...ENQUIRY, subject: 'Parking', message: 'Where may I park?', phone: '0151 496 0111' }],
  appointments: [
    {
      ...ENQUIRY,
      service: 'womens-health',
      preferredDate: '2026-08-03',
      dayPart: 'midday',
      voucherEnd: '77AA',
      insurance: 'Insurer',
      reason: 'A stiff neck',
      phone: '0151 496 0222',
      confirmedFor: '2026-08-04T09:00:00.000Z',
      confirmedMinutes: 75,
    },
  ],
  unfinished: [
    {
      date: SUMMER,
      purpose: 'gift_voucher',
      state: 'created',
      amount: '99.00',
      productName: null,
      typed: {
        buyerName: 'Ann Typed',
        buyerEmail: EMAIL,
        recipientName: 'Carl Recipient',
        deliverTo: 'buyer',
        sendOn: '2026-12-25',
        personalMessage: 'Never sent',
      },
    },
    {
      date: SUMMER,
      purpose: 'order',
      state: 'refunded',
      amount: '38.00',
      productName: 'Lamp',
      typed: {
        firstName: 'Ann',
        lastName: 'Ordering',
        email: EMAIL,
        phone: '0151 496 0333',
        delivery: 'collection',
        quantity: 1,
        shippingAddress: { ...ADDRESS, line1: '3 Avenue' },
      },
    },
  ],
  emails: [
    {
      date: SUMMER,
      what: 'Voucher receipt',
      state: 'bounced',
      acceptedAt: SUMMER,
      bounce: 'no_mailbox',
      complainedAt: SUMMER,
    },
  ],
}

/** Returns every text and number of the data. */
const leaves = (value: unknown): string[] =>
  typeof value === 'object' && value !== null
    ? Object.values(value).flatMap(leaves)
    : typeof value === 'string' || typeof value === 'number'
      ? [String(value)]
      : []

describe('personPage', () => {
  const page = personPage(EVERYTHING)

  it('has every text that is stored about a person', () => {
    const asWords = /^\d{4}-\d\d-\d\d|^-?\d+\.\d\d$|^[a-z]+([_-][a-z]+)*$/
    const texts = leaves(EVERYTHING).filter((text) => text !== ID && !asWords.test(text))
    expect(texts.length).toBeGreaterThan(60)
    expect(texts.filter((text) => !page.includes(text))).toEqual([])
  })

  it.each([
    'Gift vouchers you bought (1)',
    'Gift vouchers you received (1)',
    'Orders (1)',
    'Purchases you cancelled (1)',
    'Appointment requests (1)',
    'Messages (1)',
    'Product questions (1)',
    'Unfinished purchases (2)',
    'Emails we sent you (1)',
  ])('has the heading "%s"', (heading) => expect(page).toContain(`<h2>${heading}</h2>`))

  it('leaves out the headings of what there is none of', () => {
    expect(personPage({ ...EVERYTHING, vouchers: [], orders: [] })).not.toMatch(/Gift vouchers you|Orders/)
  })

  it.each([
    ['a time of summer in London time', '1 Jul 2026, 23:30'],
    ['a day', 'Monday 3 August 2026'],
    ['a confirmed time', 'Tuesday 4 August 2026, 10:00'],
    ['an amount', '£1,250.00'],
    ['an amount that was used', '−£30.00'],
    ['the status of a voucher', 'Redeemed'],
    ['the status of an order', 'Out for delivery'],
    ['the payment of an order', 'Part refunded'],
    ['how it was paid', 'Cash, at the clinic'],
    ['that it was sold by telephone', '<dt>Sold by telephone</dt><dd>Yes</dd>'],
    ['a requested therapy', 'Womens health'],
    ['what became of an email', 'Came back, because this address does not exist'],
    ['a payment that was never made', 'Not paid'],
    ['what was deducted from a refund', '£12.00'],
    ['the day on which goods came back', 'Saturday 4 July 2026'],
  ])('says %s in the words of the portal', (_, words) => expect(page).toContain(words))

  it('has none of our ids', () => expect(page).not.toContain(ID))

  it('escapes what people typed, and loads and runs nothing', () => {
    const hostile = `</dd><script>alert(1)</script><img src="https://x.example" onerror='x'>&`
    const { customer, messages } = EVERYTHING
    const written = personPage({
      ...EVERYTHING,
      customer: { ...customer, name: hostile },
      messages: messages.map((message) => ({ ...message, subject: hostile, message: hostile })),
      vouchers: [{ ...voucher, buyerName: hostile, personalMessage: hostile }],
    })
    expect(written).not.toMatch(/<(script|img|link|iframe)|<[^>]*\s(on\w+|src|href|style)=/i)
    expect(written.match(/&lt;script&gt;/g)).toHaveLength(6)
    expect(written).toContain(`content="default-src 'none'; style-src 'unsafe-inline'"`)
  })
})
