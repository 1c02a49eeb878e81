import { templates, type TemplateName } from '#server/email/templates.ts'
import { ENVIRONMENT } from '#tests/harness/start-world.ts'

// Needed to sign the links for setting a password.
Object.assign(process.env, ENVIRONMENT)

export const SITE = 'https://clinic.example'
export const CODE = '7K2M-0PQR-4XVB-19DN'

const payment = { pence: 12_345, currency: 'gbp', number: 2031, reference: 'pi_3QmT7aLx2Vd81kZp' }
const people = {
  buyerName: 'Buyer Name',
  recipientName: 'Recipient Name',
  recipientEmail: 'recipient@example.com',
  personalMessage: 'First line\nSecond line' as string | null,
}
export const voucher = {
  ...payment,
  ...people,
  voucherCode: '7K2M0PQR4XVB19DN',
  pence: 10_000,
  deliverTo: 'recipient',
  paidAt: '2026-11-21T14:32:08+00:00',
  lastDay: '2027-11-21',
}

const held = {
  voucherCode: voucher.voucherCode,
  recipientName: people.recipientName,
  buyerName: people.buyerName,
  isForBuyer: false,
  pence: 3500,
  lastDay: voucher.lastDay,
}

export const PAYMENT = '00000000-0000-4000-8000-000000000006'

const visitor = {
  firstName: 'First',
  lastName: 'Last',
  email: 'visitor@example.com',
  phone: '0151 496 0999',
}

const REQUEST = '00000000-0000-4000-8000-000000000002'

const order = {
  order: '00000000-0000-4000-8000-000000000003',
  ...visitor,
  ...payment,
  product: 'Acupressure mat',
  quantity: 2,
  delivery: 'local',
  shippingAddress: {
    line1: '2 Example Street',
    line2: 'Flat 1',
    city: 'Liverpool',
    postcode: 'L1 0AB',
    country: 'UK',
  },
  placedAt: '2026-11-21T14:32:08+00:00',
}

const cancelled = {
  ...payment,
  buyerName: 'Buyer Name',
  linkId: PAYMENT,
  event: 'cancelled',
  at: '2026-11-21T14:32:08+00:00',
  sentOn: '2026-11-21',
  byBuyer: true,
  frozenBy: null,
  payBy: '2026-12-05',
  goodsBy: null,
  deductedPence: 0,
  deductionReason: null,
}

/** What “We have your cancellation” says of each kind of purchase. */
export const CANCELLATION_SAMPLES = {
  voucher: { ...cancelled, bought: 'voucher', stage: 'refunding', pence: 4000 },
  spent: { ...cancelled, bought: 'voucher', stage: 'settled', pence: 0, payBy: null },
  disputed: { ...cancelled, bought: 'voucher', stage: 'frozen', frozenBy: 'dispute', pence: null },
  recorded: {
    ...cancelled,
    bought: 'voucher',
    sentOn: '2026-11-19',
    byBuyer: false,
    stage: 'refunding',
    pence: 4000,
    payBy: '2026-12-03',
  },
  byTelephone: {
    ...cancelled,
    bought: 'voucher',
    number: null,
    reference: null,
    linkId: null,
    sentOn: '2026-11-19',
    byBuyer: false,
    stage: 'by_hand',
    pence: 5000,
    payBy: '2026-12-03',
  },
  paidBack: {
    ...cancelled,
    bought: 'voucher',
    number: null,
    reference: null,
    linkId: null,
    event: 'paid-back',
    byBuyer: false,
    stage: 'settled',
    pence: 5000,
    payBy: null,
  },
  toPrepare: { ...cancelled, bought: 'order', stage: 'refunding', pence: 6400 },
  atCounter: { ...cancelled, bought: 'order', stage: 'at_counter', pence: 6400 },
  goods: {
    ...cancelled,
    bought: 'order',
    stage: 'goods',
    pence: 6400,
    payBy: null,
    goodsBy: '2026-12-05',
  },
  frozenGoods: {
    ...cancelled,
    bought: 'order',
    stage: 'frozen',
    frozenBy: 'warning',
    pence: null,
    payBy: null,
    goodsBy: '2026-12-05',
  },
  collected: {
    ...cancelled,
    event: 'collected',
    bought: 'order',
    stage: 'goods',
    pence: 6400,
    payBy: null,
    goodsBy: '2026-12-05',
  },
  owed: { ...cancelled, event: 'owed', bought: 'voucher', stage: 'by_hand', pence: 4000 },
  owedLess: {
    ...cancelled,
    event: 'owed',
    bought: 'order',
    stage: 'by_hand',
    pence: 5200,
    deductedPence: 1200,
    deductionReason: 'The mat is stained',
  },
  kept: {
    ...cancelled,
    event: 'goods-kept',
    bought: 'order',
    stage: 'settled',
    pence: 0,
    payBy: null,
    deductedPence: 6400,
    deductionReason: 'The mat was torn and cannot be sold',
  },
}

const BY_HAND = [
  {
    at: '2026-11-21T14:32:08.123+00:00',
    kind: 'complimentary',
    pence: 20_000,
    currency: 'gbp',
    by: 'admin@clinic.example',
    tab: 'vouchers',
    id: '00000000-0000-4000-8000-000000000005',
    number: null,
  },
  {
    at: '2026-11-21T14:40:00+00:00',
    kind: 'goodwill',
    pence: 10_000,
    currency: 'gbp',
    by: 'Administrator',
    tab: 'vouchers',
    id: '00000000-0000-4000-8000-000000000004',
    number: 2031,
  },
]

const CLOSING = {
  soldForCash: { count: 2, sum: '115.00' },
  soldByCard: { count: 1, sum: '50.00' },
  complimentary: { count: 0, sum: '0.00' },
  paidBackInCash: { count: 1, sum: '15.00' },
  paidBackByCard: { count: 0, sum: '0.00' },
  cash: '100.00',
}

/** Outbox data of each email. */
export const SAMPLES: Record<string, object> = {
  'voucher-receipt': voucher,
  'voucher-gift': voucher,
  'voucher-copy': { ...voucher, reference: null, paidBy: 'cash' },
  'gift-undelivered': { ...payment, ...people, linkId: PAYMENT, reason: 'no_mailbox' },
  'gift-changed': { ...people, number: payment.number, linkId: PAYMENT, isReissued: true },
  'gift-replaced': { codeEnd: '19DN' },
  'voucher-notice': {
    ...payment,
    voucher: '00000000-0000-4000-8000-000000000004',
    buyerName: 'Buyer Name',
    buyerEmail: 'buyer@example.com',
    recipientName: 'Recipient Name',
    paidAt: '2026-11-21T14:32:08+00:00',
  },
  'voucher-ended': people,
  'voucher-used': { ...held, entries: [], uses: [{ day: '2026-11-26', pence: 3000 }] },
  'voucher-reminder': { ...held, voucher: '00000000-0000-4000-8000-000000000004' },
  'voucher-extended': held,
  'voucher-refunded': { ...payment, ...people, cancelledPence: 1000 },
  'voucher-part-refunded': { ...payment, ...people, balancePence: 4000 },
  'purchase-cancelled': CANCELLATION_SAMPLES.voucher,
  'cancellation-notice': { ...payment, bought: 'order', isAtCounter: false, goodsBy: '2026-12-05' },
  'payment-failed': { ...payment, ...people, purpose: 'gift_voucher' },
  'payment-returned': { ...payment, ...people },
  'refund-failed': payment,
  'dispute-opened': { ...payment, reason: 'product_not_received', isInquiry: false },
  'dispute-closed': { ...payment, outcome: 'lost', isReversal: false, leftPence: 0, isFrozen: false },
  'payment-frozen': { ...payment, cause: 'warning' },
  'payment-unknown': payment,
  'contact-message': {
    ...visitor,
    subject: 'The way here',
    message: 'First line\nSecond line',
    request: REQUEST,
  },
  'contact-confirmation': {},
  'appointment-request': {
    ...visitor,
    service: 'massage',
    preferredDate: '2026-12-01',
    dayPart: 'morning',
    voucherEnd: '12E4',
    insurance: 'Aviva',
    reason: 'Back',
    request: REQUEST,
  },
  'appointment-confirmation': {
    therapy: 'Massage',
    preferredDate: '2026-12-01',
    dayPart: 'morning',
  },
  'appointment-confirmed': {
    firstName: 'First',
    therapy: 'Massage',
    startsAt: '2026-12-01T14:30:00.000Z',
    minutes: 60,
    appointment: '00000000-0000-4000-8000-000000000001',
    confirmations: 1,
    confirmedAt: '2026-11-21T14:32:08.000Z',
  },
  'order-confirmation': order,
  'order-notice': order,
  'sales-summary': {
    day: '2026-11-21',
    pence: 11_400,
    count: 2,
    sales: [
      {
        bought: 'voucher',
        id: '00000000-0000-4000-8000-000000000004',
        number: 2031,
        pence: 5000,
        product: null,
        quantity: null,
      },
      {
        bought: 'order',
        id: '00000000-0000-4000-8000-000000000003',
        number: 2032,
        pence: 6400,
        product: 'Acupressure mat',
        quantity: 2,
      },
    ],
    byHand: { count: 2, entries: BY_HAND },
  },
  'complimentary-alert': {
    day: '2026-11-21',
    pence: 30_000,
    alertPence: 25_000,
    count: 2,
    entries: BY_HAND,
  },
  'vouchers-imported': {
    at: '2026-11-21T14:32:08+00:00',
    count: 60,
    pence: 321_050,
    by: 'admin@clinic.example',
  },
  'day-closing': {
    day: '2026-11-21',
    total: CLOSING,
    people: [{ by: 'admin@clinic.example', isOwn: true, ...CLOSING }],
  },
  'order-ready': order,
  'order-refunded': { ...order, paidPence: 24_690, refundedPence: 12_345 },
  'low-stock': { product: 'Acupressure mat', left: 1 },
  'product-inquiry': {
    ...visitor,
    product: 'Acupressure mat',
    quantity: 2,
    message: 'First line\nSecond line',
    request: REQUEST,
  },
  'product-inquiry-confirmation': {},
  'password-reset': { reset: '00000000-0000-4000-8000-000000000001' },
  invitation: {
    reset: '00000000-0000-4000-8000-000000000001',
    name: 'Assistant',
    by: 'Owner',
    role: 'staff',
  },
  'account-changed': {
    change: 'changed',
    isYou: false,
    name: 'Assistant',
    role: 'owner',
    formerName: null,
    formerRole: 'staff',
    by: 'Owner',
    at: '2026-11-21T14:32:08+00:00',
  },
  'new-device': {
    admin: '00000000-0000-4000-8000-000000000001',
    at: '2026-11-21T14:32:08+00:00',
    browser: 'Firefox on Windows',
  },
  'contact-email-changed': {
    from: 'old@clinic.example',
    to: 'new@clinic.example',
    by: 'admin@clinic.example',
    at: '2026-11-21T14:32:08+00:00',
  },
  'address-changed': {},
  outage: { service: 'stripe', cause: 'refused', since: '2026-11-21T14:32:08+00:00', until: null },
} satisfies Record<TemplateName, object>

/** Hostile input for an email: everything that an email program may interpret. */
export const HOSTILE = [
  '<script>alert(1)</script><img src=https://evil.example/x.png>',
  '"><a href="https://evil.example">click</a>',
  'https://evil.example/win www.evil.com evil.com bücher.рф evil．com',
  'me@evil.example mailto:me@evil.example \\\\evil\\share',
  'tel 0800 123456 +44 (0)800-123-456 ٠١٢٣',
  'class="h1" style="x" cid:voucher-code',
  '${siteUrl} {{code}} &copy; %0A',
  '\u202egnp.live\u202c\u2069 \u05e9\u05e8\u05d4 \u0645\u0631\u064a\u0645 👩‍👩‍👧‍👦',
]

/** What somebody typed into an email, all of it `words`. */
export const typedIn = (template: string, words: string) => ({
  buyerName: words,
  recipientName: words,
  recipientEmail: words,
  personalMessage: `${words}\n\n${words}`,
  deductionReason: words,
  // In these they are ours.
  ...(template !== 'gift-undelivered' && { reason: words }),
  ...(template !== 'outage' && { service: words }),
  firstName: words,
  lastName: words,
  subject: words,
  message: `${words}\n\n${words}`,
  insurance: words,
  voucherEnd: words,
})

/** Templates of emails to the clinic. What visitors typed is not kept from being linked there. */
export const TO_THE_CLINIC = [
  'contact-message',
  'appointment-request',
  'order-notice',
  'product-inquiry',
  'voucher-notice',
]

export const TEMPLATES = Object.keys(templates)
