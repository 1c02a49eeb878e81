import { describe, expect, it } from 'vitest'
import { cancellationForm, howToCancel, rightToCancel } from '#clinic/cancelling.ts'
import { clinic } from '#clinic/current-clinic.ts'
import { directionsUrl } from '#clinic/directions.ts'
import { lateCancellation } from '#clinic/late-cancellation.ts'
import { openingTimes } from '#clinic/opening-times.ts'
import { termsConditions } from '#content/legal/terms-conditions.ts'
import { columns } from '#server/email/blocks.ts'
import { inlineStyles } from '#server/email/inline-styles.ts'
import { renderEmail } from '#server/email/templates.ts'
import { openingHours } from '#server/email/visit.ts'
import {
  CANCELLATION_SAMPLES,
  CODE,
  PAYMENT,
  SAMPLES,
  SITE,
  TEMPLATES,
  voucher,
} from '#tests/harness/sample-emails.ts'

const write = (template: string, changes: object = {}) =>
  renderEmail(template, { ...SAMPLES[template], ...changes }, SITE)

describe('every email', () => {
  it.each(TEMPLATES)('%s says the same in HTML and in plain text', (template) => {
    const { html, text } = write(template)
    // From the end of the link to the clinic, which is the first.
    const body = html.slice(html.indexOf('</a>'), html.indexOf('<td class="footer"'))
    const said = body.split(/<[^>]*>/).map((piece) => piece.replaceAll('&nbsp;', ' ').trim())
    const plain = text.replaceAll('\n', ' ')
    for (const piece of said.filter((piece) => /\w/.test(piece) && piece !== clinic.name)) {
      expect(plain).toContain(unescape(piece))
    }
  })

  it.each(TEMPLATES)('%s names the clinic, its address and how to reach it', (template) => {
    const { html, text } = write(template)
    const { address, phone, email } = clinic
    const postcode = address.postcode.replace(' ', '\u00a0')
    for (const form of [html, text]) {
      for (const fact of [address.street, postcode, phone.display, email]) {
        expect(form).toContain(fact)
      }
    }
  })

  it.each(TEMPLATES)('%s writes "email" without a hyphen', (template) => {
    const { subject, text } = write(template)
    expect(`${subject} ${text}`).not.toMatch(/\be-[a-z]+/i)
  })

  it.each(TEMPLATES)('%s loads no external resource', (template) => {
    const { html, attachments } = write(template)
    expect(html).not.toMatch(/url\(|@import|@font-face|<script|<link|<iframe|background=/)
    const pictures = [...html.matchAll(/src="([^"]*)"/g)].map(([, source]) => source)
    expect(pictures[0]).toBe('cid:river')
    expect(new Set(pictures)).toEqual(
      new Set(attachments.flatMap(({ contentId }) => (contentId ? `cid:${contentId}` : []))),
    )
  })

  it('is refused with data that does not match its template', () => {
    expect(() => renderEmail('voucher-refunded', { ...voucher, pence: 0.5 }, SITE)).toThrow(/integer/i)
    expect(() => renderEmail('no-such-mail', voucher, SITE)).toThrow('Unknown email template: no-such-mail')
  })
})

const unescape = (text: string) =>
  text.replaceAll('&#39;', "'").replaceAll('&quot;', '"').replaceAll('&amp;', '&')

describe('an email to the clinic', () => {
  it.each([
    ['appointment-request', { service: 'Neuropuncture' }, 'Appointment request: First Last, Neuropuncture'],
    ['contact-message', {}, 'Message: First Last, The way here'],
    ['product-inquiry', {}, 'Product question: First Last, Acupressure mat'],
    ['order-notice', {}, 'New order: First Last, 2 × Acupressure mat'],
    ['voucher-notice', {}, 'Gift voucher sold: Buyer Name, £123.45'],
    ['sales-summary', {}, 'Sales on Saturday 21 November 2026: 2 sales, £114.00; 2 entries by hand'],
    // As version 1.0 wrote it.
    [
      'sales-summary',
      { count: 1, pence: 5000, byHand: undefined },
      'Sales on Saturday 21 November 2026: 1 sale, £50.00',
    ],
    [
      'sales-summary',
      { count: 0, pence: 0, sales: [] },
      'Activity on Saturday 21 November 2026: 2 entries by hand',
    ],
    ['complimentary-alert', {}, '£300.00 given away free on Saturday 21 November 2026'],
  ])('%s with %j has the subject "%s"', (template, changes, subject) => {
    expect(write(template, changes).subject).toBe(subject)
  })

  it.each([
    ['appointment-request', 'requests/00000000-0000-4000-8000-000000000002'],
    ['contact-message', 'requests/00000000-0000-4000-8000-000000000002'],
    ['product-inquiry', 'requests/00000000-0000-4000-8000-000000000002'],
    ['order-notice', 'orders/00000000-0000-4000-8000-000000000003'],
  ])('%s opens #%s of the portal', (template, route) => {
    const { html, text } = write(template)
    for (const form of [html, text]) expect(form).toContain(`${SITE}/admin/dashboard#${route}`)
  })
})

it('the summary of sales opens each sale in the portal, and says how many it leaves out', () => {
  const { text, html } = write('sales-summary', { count: 12 })
  for (const route of [
    'vouchers/00000000-0000-4000-8000-000000000004',
    'orders/00000000-0000-4000-8000-000000000003',
  ])
    for (const form of [text, html]) expect(form).toContain(`${SITE}/admin/dashboard#${route}`)
  expect(text).toContain('Order 2032, 2 × Acupressure mat')
  expect(text).toContain('You will find 10 more in the portal.')
})

it('the summary of sales and the alert name kind, sum, who and when of what was done by hand, and open it', () => {
  const lines = [
    `Free voucher: £200.00, admin@clinic.example, 21 November 2026 at 14:32. Voucher: ${SITE}/admin/dashboard#vouchers/00000000-0000-4000-8000-000000000005`,
    `Balance added without payment: £100.00, Administrator, 21 November 2026 at 14:40. Voucher purchase 2031: ${SITE}/admin/dashboard#vouchers/00000000-0000-4000-8000-000000000004`,
  ].join('\n')
  for (const template of ['sales-summary', 'complimentary-alert'])
    expect(write(template).text).toContain(lines)
})

it('the takings of a day on which more was paid back than sold begin with the minus', () => {
  const { total } = SAMPLES['day-closing'] as { total: object }
  const { subject, text } = write('day-closing', { total: { ...total, cash: '-15.00' } })
  expect(subject).toBe('Takings on Saturday 21 November 2026: -£15.00 in cash')
  expect(text).toContain('Cash from vouchers, after what was paid back: -£15.00')
})

describe('the voucher receipt', () => {
  const receipt = write('voucher-receipt')

  it('names amount, the end of the code, number, reference, time and last valid day', () => {
    expect(receipt.subject).toBe('Your gift voucher receipt: £100.00')
    for (const fact of [
      '£100.00',
      'Ending 19DN',
      '2031',
      voucher.reference,
      '21 November 2026 at 14:32',
      'Sunday 21 November 2027',
    ]) {
      expect(receipt.html).toContain(fact)
    }
    expect(receipt.html).not.toContain(CODE)
  })

  it('states the right to cancel within 14 days, until which day, and how', () => {
    expect(receipt.text).toContain(
      'You may cancel within 14 days. You bought the voucher on Saturday 21 November 2026, so the last day to cancel is Saturday 5 December 2026.',
    )
    expect(receipt.text).toContain(
      `by email to ${clinic.email}, by phone on ${clinic.phone.display}, or by post to`,
    )
    expect(receipt.text).toContain('Please quote this number: Voucher purchase 2031.')
    expect(receipt.text).toContain(`${SITE}/terms-conditions#how-to-cancel`)
  })

  it.each([
    [
      '2026-06-30T22:59:59Z',
      'Tuesday 30 June 2026',
      'Tuesday 14 July 2026',
      'the last second of a summer day',
    ],
    [
      '2026-06-30T23:30:00Z',
      'Wednesday 1 July 2026',
      'Wednesday 15 July 2026',
      'half past midnight in London',
    ],
    [
      '2026-12-17T23:59:59Z',
      'Thursday 17 December 2026',
      'Thursday 31 December 2026',
      'the last second of a winter day',
    ],
    [
      '2026-12-18T00:00:00Z',
      'Friday 18 December 2026',
      'Friday 1 January 2027',
      'a period that ends next year',
    ],
    [
      '2026-03-28T23:59:59Z',
      'Saturday 28 March 2026',
      'Saturday 11 April 2026',
      'the night the clocks go forward',
    ],
    ['2026-03-15T00:30:00Z', 'Sunday 15 March 2026', 'Sunday 29 March 2026', 'a last day of 23 hours'],
    [
      '2026-10-24T23:30:00Z',
      'Sunday 25 October 2026',
      'Sunday 8 November 2026',
      'the night the clocks go back',
    ],
    ['2026-10-10T23:30:00Z', 'Sunday 11 October 2026', 'Sunday 25 October 2026', 'a last day of 25 hours'],
    [
      '2028-02-15T12:00:00Z',
      'Tuesday 15 February 2028',
      'Tuesday 29 February 2028',
      'a last day on 29 February',
    ],
    [
      '2028-02-29T23:59:59Z',
      'Tuesday 29 February 2028',
      'Tuesday 14 March 2028',
      'a purchase on 29 February',
    ],
    ['2027-02-15T12:00:00Z', 'Monday 15 February 2027', 'Monday 1 March 2027', 'a year without 29 February'],
  ])('for a purchase at %s counts from %s to %s: %s', (paidAt, bought, last) => {
    const { text } = write('voucher-receipt', { paidAt })
    expect(text).toContain(`You bought the voucher on ${bought}, so the last day to cancel is ${last}.`)
  })
})

describe('the emails about a purchase', () => {
  it('write its time as the pages do', () => {
    expect(write('voucher-receipt').text).toContain('\nTransaction time: 21 November 2026 at 14:32\n')
    expect(write('order-confirmation').text).toContain('\nDate: 21 November 2026 at 14:32\n')
  })

  it('have the recipient’s address without invisible characters, so that it can be copied', () => {
    const { text, html } = write('voucher-receipt', { recipientEmail: 'r.name2026@mail.example.com' })
    for (const form of [text, html]) expect(form).toContain('r.name2026@mail.example.com')
    const other = write('voucher-receipt', { recipientEmail: 'https://evil.example/@a' })
    expect(other.text).not.toContain('https://evil')
  })
})

describe('the receipt of a voucher that cannot be used', () => {
  const frozen = (changes = {}) => write('voucher-receipt', { voucherCode: null, ...changes })

  it('says where to see the code instead, and keeps the right to cancel', () => {
    const { text } = frozen({ linkId: PAYMENT })
    expect(text).toContain(
      'Voucher code: You can see it on “Your purchase” as long as the voucher can be used.',
    )
    expect(text).toContain(`See your purchase: ${SITE}/your-purchase#${PAYMENT}.`)
    expect(text).toContain('We have received £100.00.')
    expect(text).not.toContain('We have emailed the voucher')
    expect(text).toContain('the last day to cancel is Saturday 5 December 2026')
  })

  it('asks the buyer to ring for it while there is no link', () => {
    expect(frozen().text).toContain(`Voucher code: Please ring us on ${clinic.phone.display} to ask for it.`)
  })
})

describe('a gift that came back', () => {
  const undelivered = (changes = {}) => {
    const { subject, text } = write('gift-undelivered', changes)
    return { subject, text: text.replaceAll('\u200c', '') }
  }

  it.each([
    ['no_mailbox', 'the address r…t@example.com does not exist.'],
    ['refused', 'the email provider of r…t@example.com refused it.'],
    ['unreachable', 'the address r…t@example.com could not be reached.'],
  ])('because of %s says "%s" and leads to the correction', (reason, said) => {
    const { subject, text } = undelivered({ reason })
    expect(subject).toBe('Your gift voucher for Recipient Name has not arrived')
    expect(text).toContain(
      `Dear Buyer Name, we tried to email your gift voucher to Recipient Name, but ${said}`,
    )
    expect(text).toContain('The voucher is safe')
    expect(text).toContain(`Correct the address: ${SITE}/your-purchase#${PAYMENT}.`)
    expect(text).toContain(clinic.phone.display)
  })

  it.each([
    ['john.martin@gmial.com', 'j…n@gmial.com'],
    ['abc@example.com', 'a…c@example.com'],
    ['ab@example.com', 'a…@example.com'],
    ['a@example.com', 'a…@example.com'],
    ['𝒜da@example.com', '𝒜…a@example.com'],
    ['"a@b"@example.com', '"…"@example.com'],
  ])('names %s as %s only', (recipientEmail, masked) => {
    const { text } = undelivered({ recipientEmail })
    expect(text).toContain(`address ${masked} does`)
    expect(text).not.toContain(recipientEmail)
  })

  it('offers the telephone alone while there is no link', () => {
    const { text } = undelivered({ linkId: null })
    expect(text).toContain(`Please ring us on ${clinic.phone.display}, and we will correct the address`)
    expect(text).not.toMatch(/your-purchase|Correct the address/)
  })
})

describe('a change of where a gift goes', () => {
  const changed = (changes = {}) => {
    const { subject, text } = write('gift-changed', changes)
    return { subject, text: text.replaceAll('\u200c', '') }
  }
  const now = 'the gift voucher for Recipient Name will now go to recipient@example.com.'

  it('says where it goes, and asks the buyer to ring if they did not ask for it', () => {
    const { subject, text } = changed({ isReissued: false })
    expect(subject).toBe('Your gift voucher is going to a new address')
    expect(text).toContain(`Dear Buyer Name, ${now}\n`)
    expect(text).not.toContain('code')
    expect(text).toContain(
      `If you did not ask us to change this, please ring us on ${clinic.phone.display} straight away.`,
    )
    expect(changed({ buyerName: null }).text).toContain(`Hello, ${now}`)
    expect(changed({ sendOn: '2026-12-25' }).text).toContain(
      'will now go to recipient@example.com on Friday 25 December 2026 at 9 in the morning.',
    )
  })

  it.each([
    [
      '2026-12-25',
      'Your gift voucher will be emailed on another day',
      'Dear Buyer Name, we will now email the gift voucher for Recipient Name to recipient@example.com on Friday 25 December 2026 at 9 in the morning.',
    ],
    [
      null,
      'Your gift voucher is on its way',
      'Dear Buyer Name, we are emailing the gift voucher for Recipient Name to recipient@example.com today.',
    ],
  ])('to the same address, with the day %s, is "%s"', (sendOn, subject, said) => {
    const written = changed({ isReissued: false, isSameAddress: true, sendOn })
    expect(written.subject).toBe(subject)
    expect(written.text).toContain(said)
    expect(written.text).not.toContain('address')
  })

  it('with a new code says that the old one has ended, and where to see the new one', () => {
    const { subject, text } = changed()
    expect(subject).toBe('Your gift voucher has a new code')
    expect(text).toContain('The old code no longer works.')
    expect(text).toContain('You can see its new code on “Your purchase”')
    expect(text).toContain(`See your purchase: ${SITE}/your-purchase#${PAYMENT}.`)
    expect(changed({ isSameAddress: true }).text).toContain(
      'Dear Buyer Name, we have given the gift voucher for Recipient Name a new code, and are emailing it to recipient@example.com.',
    )
    const bySelf = changed({ linkId: null }).text
    expect(bySelf).toContain(`If you need its new code, please ring us on ${clinic.phone.display}.`)
    expect(bySelf).not.toContain('Your purchase')
  })

  it('tells the former recipient only how the code ended', () => {
    const { text } = write('gift-replaced', SAMPLES['gift-changed'])
    expect(text).toContain(
      'The voucher ending 19DN was sent to this address by mistake and can no longer be used.',
    )
    expect(text).not.toMatch(/Name|recipient|your-purchase/i)
  })

  it('tells the recipient that the voucher replaces the one before', () => {
    const replaces = 'It replaces the voucher we sent earlier, whose code no longer works.'
    expect(write('voucher-gift', { replaces: true }).text).toContain(
      `You can use it for any treatment. ${replaces}`,
    )
    expect(write('voucher-gift').text).not.toContain(replaces)
  })
})

describe('the number of a purchase', () => {
  it.each([
    ['voucher-receipt', 'Voucher purchase: 2031'],
    ['voucher-refunded', 'Voucher purchase: 2031'],
    ['voucher-part-refunded', 'Voucher purchase: 2031'],
    ['order-confirmation', 'Order: 2031'],
    ['order-notice', 'Order: 2031'],
    ['order-ready', 'Order: 2031'],
    ['order-refunded', 'Order: 2031'],
  ])('stands in %s as "%s", before Stripe’s reference in small print', (template, fact) => {
    const { text, html } = write(template)
    expect(text).toMatch(new RegExp(`${fact}\n[^:]+: ${voucher.reference}`))
    expect(html).toMatch(new RegExp(`<span class="small" [^>]*>${voucher.reference}`))
    const older = write(template, { number: undefined }).text
    expect(older).toContain(voucher.reference)
    expect(older).not.toContain('2031')
  })

  it.each([
    ['voucher', 'Voucher purchase: 2031'],
    ['order', 'Order: 2031'],
  ])('stands in a notice to the clinic about a %s', (bought, fact) => {
    for (const template of [
      'refund-failed',
      'cancellation-notice',
      'dispute-opened',
      'dispute-closed',
      'payment-frozen',
    ])
      expect(write(template, { bought }).text).toContain(fact)
  })
})

describe('an email about a refund', () => {
  it.each([
    'voucher-receipt',
    'order-confirmation',
    'voucher-refunded',
    'voucher-part-refunded',
    'order-refunded',
    'payment-returned',
  ])('%s says "the way you paid" and never "card"', (template) => {
    const { text } = write(template)
    expect(text).toContain('the way you paid')
    expect(text).not.toMatch(/\bcard\b/)
  })

  it('refund-failed does not tell the clinic that the customer paid by card', () => {
    const { text } = write('refund-failed')
    expect(text).toContain('Stripe could not return £123.45 the way the customer paid.')
    expect(text).not.toContain('’s card')
  })
})

describe('the order confirmation', () => {
  const { text } = write('order-confirmation')

  it('says when the right to cancel ends, who pays for the return and what to name', () => {
    expect(text).toContain('The last day to cancel is 14 days after the day you receive your order.')
    expect(text).toContain('You pay the return postage, unless the goods are faulty or not as described.')
    expect(text).toContain('Please quote this number: Order 2031.')
    expect(text).toContain(`${SITE}/terms-conditions#how-to-cancel`)
  })

  it('lets the buyer open and try the goods, and asks for none that are unused', () => {
    expect(text).toContain('You may open and try the goods as you could in a shop.')
    expect(text).not.toMatch(/\bunused\b/)
  })
})

describe('a confirmation of a purchase', () => {
  it.each(['voucher-receipt', 'order-confirmation'])(
    '%s ends with the whole model cancellation form, addressed to the trader',
    (template) => {
      const { text } = write(template)
      expect(text.slice(text.indexOf(cancellationForm.title), text.indexOf('\n\n--\n'))).toBe(
        [cancellationForm.title, ...cancellationForm.lines].join('\n'),
      )
    },
  )
})

describe('the law in a confirmation of a purchase', () => {
  it.each([
    ['voucher-receipt', rightToCancel.voucher],
    ['order-confirmation', rightToCancel.goods],
  ])('%s follows the purchase, whole and at 13 px', (template, rights) => {
    const { html } = write(template)
    const [purchase, law] = html.split('Your right to cancel')
    expect(purchase).toContain('Payment reference')
    const paragraphs = [...law!.matchAll(/<td class="caption" style="([^"]*)">(.*?)<\/td>/gs)]
    const said = paragraphs.map(([, , content]) => unescape(content!))
    expect(said).toEqual(expect.arrayContaining([...rights, howToCancel, ...cancellationForm.lines]))
    for (const [, style] of paragraphs) expect(style).toContain('font-size:13px')
  })
})

describe('the card of an email', () => {
  it.each([
    'appointment-request',
    'appointment-confirmed',
    'contact-message',
    'product-inquiry',
    'order-ready',
  ])('%s begins with its first fact, without a line, because there is no amount', (template) => {
    const { html } = write(template)
    const card = html.slice(html.indexOf('class="card-content"'))
    expect(/<t[hd] .*?>/s.exec(card)?.[0]).toMatch(/class="small label first" .*border-top:0/)
    expect(card.slice(0, card.indexOf('<th'))).not.toContain('gap')
  })

  it('has a line between the amount and the facts', () => {
    const { html } = write('voucher-receipt')
    expect(html).toMatch(/class="amount".*class="rule gap".*class="small label first"/s)
  })
})

it('two short texts beside each other are 16 px apart, and an odd one is alone', () => {
  const { html } = columns('Treatments', ['One', 'Two', 'Three'])
  expect(html.text).toMatch(/half-left[^>]*>One<.*class="text half[^>]*stacked[^>]*>Two</s)
  expect(html.text).toMatch(/<td colspan="2" class="text half last">Three</)
  expect(inlineStyles['half-left']).toBe('padding-right:16px')
})

it('a gift voucher leads to where one books', () => {
  const address = clinic.booking.kind === 'none' ? `${SITE}/#write` : clinic.booking.site
  const { text, html } = write('voucher-gift')
  expect(text).toContain(`Book Your Consultation: ${address}`)
  expect(html).toContain(`href="${address}"`)
})

describe('an email to somebody who comes to the clinic', () => {
  const forms = (template: string, changes = {}) => {
    const { html, text } = write(template, changes)
    return [unescape(html), text]
  }

  it.each([
    ['order-ready', { delivery: 'collection' }],
    ['appointment-confirmed', {}],
  ])(
    '%s lists the opening hours, and links to directions if the position of the clinic is known',
    (template, changes) => {
      for (const form of forms(template, changes)) {
        if (directionsUrl) expect(form).toContain(directionsUrl)
        else expect(form).not.toContain('Directions')
        for (const { days } of clinic.hours) expect(form).toContain(days)
      }
      const { text } = write(template, changes)
      for (const { days, open } of clinic.hours) expect(text).toContain(`${days}: ${openingTimes(open)}`)
    },
  )

  it('the opening hours end with the closures that have not passed', () => {
    const open = { from: '09:00', to: '13:00' }
    const closures = [
      { from: '2026-11-20', to: '2026-11-25', open: null, reason: 'Training' },
      { from: '2026-12-24', to: '2026-12-24', open, reason: '' },
      { from: '2026-12-25', to: '2027-01-02', open: null, reason: 'Christmas <b>' },
    ]
    const { text, html } = openingHours('2026-11-26', { hours: clinic.hours.slice(0, 1), closures })
    expect(text.split('\n').slice(2)).toEqual([
      'Thu 24 Dec: 9:00 AM–1:00 PM',
      'Fri 25 Dec–Sat 2 Jan: Closed (Christmas <b>)',
    ])
    expect(html.text).toContain('Christmas &lt;b&gt;')
  })

  it('an order that is brought has neither', () => {
    for (const form of forms('order-ready', { delivery: 'local' })) {
      expect(form).not.toContain('Opening hours')
      expect(form).not.toContain('Directions')
    }
  })

  it.each([
    ['2026-12-01T14:30:00.000Z', `at least ${clinic.cancellation.noticeHours} hours before your appointment`],
    ['2026-11-22T10:00:00.000Z', 'as soon as you can'],
  ])('an appointment at %s is to be cancelled %s', (startsAt, by) => {
    const { text, attachments } = write('appointment-confirmed', { startsAt })
    const ring = `please ring us on ${clinic.phone.display}`
    expect(text).toContain(`${ring} or reply to this email ${by}.`)
    const file = attachments[0]!.content.toString().replaceAll(/\r\n[ \t]/g, '')
    expect(file).toContain(`${ring} ${by}.`)
  })

  it('an appointment says what it costs to cancel late, and which right the law gives, as the terms do', () => {
    const terms = JSON.stringify(termsConditions)
    for (const startsAt of ['2026-12-01T14:30:00.000Z', '2026-11-22T10:00:00.000Z'])
      for (const sentence of Object.values(lateCancellation)) {
        expect(terms).toContain(sentence)
        for (const form of forms('appointment-confirmed', { startsAt })) expect(form).toContain(sentence)
      }
    const { noticeHours, feePercent } = clinic.cancellation
    for (const figure of [`${noticeHours} hours’`, `${feePercent}%`])
      expect(lateCancellation.fee).toContain(figure)
  })

  it('a moved appointment says that a link does not replace the earlier entry', () => {
    expect(write('appointment-confirmed', { confirmations: 2 }).text).toContain(
      'delete the earlier appointment',
    )
    expect(write('appointment-confirmed').text).not.toContain('earlier')
  })
})

describe('the confirmation of a request for an appointment', () => {
  const NOTHING = { therapy: null, preferredDate: null, dayPart: null }
  const [heading] = write('appointment-confirmation', NOTHING).text.split('\n')

  it.each([
    [{ therapy: 'Massage' }, 'Service: Massage'],
    [{ preferredDate: '2026-12-01' }, 'Preferred date: Tuesday 1 December 2026'],
    [{ dayPart: 'evening' }, 'Time of day: evening'],
  ])('repeats %j as "%s", in both formats', (changes, line) => {
    const { html, text } = write('appointment-confirmation', { ...NOTHING, ...changes })
    expect(text.split('\n')).toContain(line)
    for (const part of line.split(': ')) expect(unescape(html)).toContain(part)
  })

  it.each([null, undefined])('has no empty card (therapy: %s)', (therapy) => {
    const { html, text } = write('appointment-confirmation', { ...NOTHING, therapy })
    expect(text).not.toContain('Service')
    expect(html).not.toContain('class="card-content"')
    expect(text).toContain(heading)
  })
})

describe('the voucher', () => {
  it('begins with the buyer’s words, above the card', () => {
    const { html, text } = write('voucher-gift')
    expect(text).toMatch(/^“First line\nSecond line”\nBuyer Name\n\nA gift voucher for you\n/)
    expect(html.indexOf('First line')).toBeLessThan(html.indexOf('<h1'))
    expect(write('voucher-gift', { personalMessage: null }).text).toMatch(/^A gift voucher for you\n/)
  })

  it('gives the recipient the code and the buyer’s own words, line by line', () => {
    const { html, text } = write('voucher-gift')
    expect(html).toContain('“<bdi>First line</bdi><br><bdi>Second line</bdi>”')
    expect(text).toContain('“First line\nSecond line”')
    expect(text).toContain(`Voucher code: ${CODE}\nValid until: Sunday 21 November 2027`)
  })

  it('for printing holds what its recipient needs, and nothing that is only the buyer’s', () => {
    const about = { deliverTo: 'buyer', recipientEmail: null, linkId: voucher.reference, paidBy: 'online' }
    const { subject, text, html } = write('voucher-gift', about)
    expect(subject).toBe('A gift voucher for Recipient Name, from Buyer Name')
    for (const fact of ['£100', CODE, '“First line\nSecond line”', '21 November 2027', 'How to use it'])
      expect(text).toContain(fact)
    expect(html).toContain('cid:voucher-code')
    for (const said of [text, html])
      expect(said).not.toMatch(
        /pi_|2031|your-purchase|receipt|paid|cancel|your (email )?address|You (have )?receive/i,
      )
    const receipt = write('voucher-receipt', about)
    expect(receipt.text).toContain('in a separate email, which you can print or forward')
    expect(receipt.attachments.map(({ name }) => name)).toEqual(['river.png'])
  })

  it('contains no quotation without a message', () => {
    expect(write('voucher-gift', { personalMessage: null }).text).not.toContain('“')
  })
})

describe('a refund', () => {
  it('names the amount, the duration and the end of the voucher', () => {
    const { subject, text } = write('voucher-refunded')
    expect(subject).toBe('Your refund of £123.45 is on its way')
    expect(text).toContain('takes 5 to 10 working days')
    expect(text).toContain('can no longer be used')
    expect(text).toContain('Balance cancelled: £10.00')
  })

  it('mentions no cancelled balance where there is none', () => {
    expect(write('voucher-refunded', { cancelledPence: 0 }).text).not.toContain('cancelled')
  })

  it('says whether the recipient is told, and tells them neither sum nor reason', () => {
    expect(write('voucher-refunded').text).toContain('If Recipient Name already has it, please let them know')
    const told = write('voucher-refunded', { recipientTold: true }).text
    expect(told).toContain('We have emailed Recipient Name to say so')
    const { subject, text } = write('voucher-ended')
    expect(subject).toBe('Your gift voucher can no longer be used')
    expect(text).toContain('Dear Recipient Name, the gift voucher from Buyer Name')
    expect(text).toContain(clinic.phone.display)
    expect(text).not.toMatch(/£|refund|paid|money|your-purchase/i)
  })

  it('names no buyer who was erased', () => {
    const { text } = write('voucher-ended', { buyerName: '' })
    expect(text).toContain(
      'Dear Recipient Name, the gift voucher, which we emailed to you, can no longer be used.',
    )
  })

  it('of a part names the voucher’s balance', () => {
    expect(write('voucher-part-refunded').text).toContain('Its value is now £40.00')
  })

  it('of part of an order names the total refunded and that the rest is unchanged', () => {
    const { text } = write('order-refunded', { pence: 1000, refundedPence: 3000, paidPence: 6400 })
    for (const fact of [
      '£10.00',
      'Total paid: £64.00',
      'Refunded so far: £30.00',
      'The rest of your order has not changed',
    ]) {
      expect(text).toContain(fact)
    }
    const whole = write('order-refunded', { pence: 3400, refundedPence: 6400, paidPence: 6400 }).text
    expect(whole).toContain('Your order is now closed')
  })

  it.each([
    ['gift_voucher', 'nothing has been sent to the recipient', `${SITE}/#gift-vouchers`],
    ['order', 'we are no longer holding the goods for you', `${SITE}/shop`],
  ])(
    'of a failed payment for a %s says that nothing was charged and where to buy again',
    (purpose, ...facts) => {
      const { subject, text } = write('payment-failed', { purpose })
      expect(subject).toBe('Your payment of £123.45 did not go through')
      for (const fact of ['You have not been charged.', voucher.reference, clinic.phone.display, ...facts]) {
        expect(text).toContain(fact)
      }
    },
  )

  it('of a payment for nothing asks the buyer to ring', () => {
    const { text } = write('payment-returned')
    expect(text).toContain('refunding you in full, the way you paid')
    expect(text).toContain(`ring us on ${clinic.phone.display}`)
  })
})

describe('the acknowledgement of a cancellation', () => {
  const acknowledge = (data: object) => write('purchase-cancelled', data)

  it('names the moment to the second, the words of the notice, the sum and the last day', () => {
    const { subject, text } = acknowledge(CANCELLATION_SAMPLES.voucher)
    expect(subject).toBe('We have your cancellation')
    for (const fact of [
      'Dear Buyer Name, you have cancelled your voucher purchase 2031 on our website.',
      'Received: 21 November 2026 at 14:32:08',
      'Your notice: “Cancel this purchase”, confirmed for your voucher purchase 2031',
      'To be paid back: £40.00',
      'Paid back by: Saturday 5 December 2026',
      'The code can no longer be used.',
    ]) {
      expect(text).toContain(fact)
    }
  })

  it.each<[keyof typeof CANCELLATION_SAMPLES, RegExp]>([
    ['voucher', /We refund £40\.00 the way you paid, by Saturday 5 December 2026 at the latest/],
    ['spent', /The code can no longer be used\.\nWhat was paid for the voucher has been used or returned/],
    [
      'disputed',
      /your bank decides about the money\. Once it has decided, we refund .* by Saturday 5 December/,
    ],
    ['recorded', /your notice of Thursday 19 November 2026 and recorded it on 21 November 2026 at 14:32:08/],
    ['byTelephone', /We pay £50\.00 back to you by Thursday 3 December 2026, and will be in touch/],
    ['toPrepare', /We refund £64\.00 the way you paid, by Saturday 5 December 2026 at the latest/],
    ['paidBack', /We have paid £50\.00 back to you, so there is nothing more for you to do\./],
    ['atCounter', /We refund £64\.00 .* on the day after our next opening day/],
    ['goods', /send or bring the goods back by Saturday 5 December 2026\. You pay the postage/],
    ['frozenGoods', /We are checking this payment\. Once that is done, we refund what is due to you/],
    ['kept', /Deducted: £64\.00\nWhy: The mat was torn and cannot be sold\n/],
    ['owedLess', /We pay £52\.00 back to you by Saturday 5 December 2026, and will be in touch/],
  ])('of a purchase that is %s says what happens now', (kind, words) =>
    expect(acknowledge(CANCELLATION_SAMPLES[kind]).text).toMatch(words),
  )

  it.each(['disputed', 'frozenGoods'] as const)('of one that is %s names no sum', (kind) => {
    expect(acknowledge(CANCELLATION_SAMPLES[kind]).text).not.toMatch(/£|^Paid back by/m)
  })

  it('begins with a capital where no name is known', () => {
    const { text } = acknowledge({ ...CANCELLATION_SAMPLES.byTelephone, buyerName: '' })
    expect(text).toContain('\nYou have cancelled your gift voucher.')
  })

  it('tells the clinic what to do with goods that have left, and with those that have not', () => {
    expect(write('cancellation-notice').text).toMatch(
      /until Saturday 5 December 2026 to send the goods back[^]*“Goods are back”/,
    )
    const { text } = write('cancellation-notice', { isAtCounter: true, goodsBy: null })
    expect(text).toMatch(/ready for collection[^]*“Still here”[^]*“Collected”/)
  })
})

describe('what is told of a cancelled purchase', () => {
  it.each(['voucher-refunded', 'order-refunded'])(
    '%s says that we paid it back in another way',
    (template) => {
      const { subject, text } = write(template, { byHand: true })
      expect(subject).toBe('We have paid £123.45 back to you')
      expect(text).toContain('we have paid it back to you in another way.')
      expect(text).not.toMatch(/5 to 10 working days/)
    },
  )

  it('order-refunded names what was deducted and why', () => {
    const { text } = write('order-refunded', { deductedPence: 1200, deductionReason: 'The mat was torn' })
    expect(text).toContain('Deducted: £12.00\nWhy: The mat was torn\n')
    expect(text).toContain('Your order is now closed.')
  })

  it('order-refunded says of a part of a cancelled order that it stays cancelled', () => {
    const { text } = write('order-refunded', { isCancelled: true })
    expect(text).toContain('Your order stays cancelled.')
    expect(text).not.toContain('has not changed')
  })

  it('refund-failed says by which day the customer must have the money, and where the amount stands', () => {
    const { text } = write('refund-failed', { payBy: '2026-12-05' })
    expect(text).toMatch(/must have the money by Saturday 5 December 2026[^]*names the amount[^]*“Paid back”/)
    expect(text).not.toContain('A voucher has its balance back')
  })

  it('voucher-copy explains the right to cancel only if the voucher was sold by telephone', () => {
    const { text } = write('voucher-copy', { byPhone: true, paidBy: 'card' })
    expect(text).toContain('Payment: By card, on the telephone')
    for (const words of [...rightToCancel.voucher, howToCancel, ...cancellationForm.lines])
      expect(text).toContain(words)
    expect(write('voucher-copy').text).not.toContain('right to cancel')
  })
})

describe('an email to the buyer of a voucher whose recipient was erased', () => {
  it.each([
    ['voucher-receipt', ''],
    ['voucher-copy', ''],
    ['voucher-refunded', ''],
    ['voucher-part-refunded', ''],
    ['gift-changed', 'another@example.com'],
    ['gift-undelivered', 'another@example.com'],
  ])('%s to "%s" has no gap for the name', (template, recipientEmail) => {
    const { subject, text } = write(template, { recipientName: '', recipientEmail })
    expect(`${subject}\n${text}`).not.toMatch(/ {2}| [,.]|Recipient: *(,|\n)/)
  })
})

describe('an email to the clinic', () => {
  const notices = ['refund-failed', 'dispute-opened', 'dispute-closed', 'payment-unknown']

  it.each(notices)('%s says what happened, what it means and what to do next, without names', (template) => {
    const { text, html } = write(template, { buyerName: 'Buyer Name' })
    for (const part of [
      '£123.45',
      'What it means\n',
      'What to do next\n',
      `Stripe reference: ${voucher.reference}`,
    ]) {
      expect(text).toContain(part)
    }
    expect(html).not.toContain('Buyer Name')
  })

  it('distinguishes a won dispute from a lost one', () => {
    expect(write('dispute-closed', { outcome: 'won' }).subject).toBe('You have won a dispute: £123.45')
    expect(write('dispute-closed').subject).toBe('You have lost a dispute: £123.45')
    const appealed = write('dispute-closed', { outcome: 'won', isReversal: true })
    expect(appealed.subject).toBe('You have won a dispute after all: £123.45')
    expect(appealed.text).toContain('The bank has changed its mind')
  })

  it.each([
    [
      'lost',
      { bought: 'voucher', leftPence: 3000 },
      'There is still £30.00 on the voucher. The voucher can be used',
    ],
    ['lost', { bought: 'voucher', leftPence: 3000, isFrozen: true }, 'The voucher stays frozen'],
    ['lost', { bought: 'voucher', leftPence: 0 }, 'There is nothing left on the voucher'],
    ['lost', { bought: 'order', leftPence: 0 }, 'The order has been cancelled'],
    [
      'lost',
      { bought: 'order', leftPence: 1200 },
      'You keep £12.00 of what the customer paid for the order. The order has not been cancelled.',
    ],
    [
      'lost',
      { bought: 'order', leftPence: 1200, isCancelled: true },
      '£12.00 of it is left. The order was cancelled, so this goes back',
    ],
    ['lost', {}, 'no record of a purchase'],
    ['won', { bought: 'voucher', leftPence: 3000 }, 'The voucher is no longer frozen'],
    [
      'won',
      { bought: 'voucher', leftPence: 3000, isCancelled: true },
      'The voucher was cancelled, so this goes back',
    ],
    ['won', {}, 'no record of a purchase'],
    ['won', { bought: 'voucher', leftPence: 3000, isFrozen: true }, 'The voucher stays frozen'],
    ['won', { bought: 'voucher', leftPence: 3000, isReversal: true }, 'The voucher is now worth £30.00'],
    ['won', { bought: 'voucher', leftPence: 0, isReversal: true }, 'There is nothing left on the voucher'],
    ['won', { bought: 'order', leftPence: 6400, isReversal: true }, 'The order counts as paid again'],
  ])('of a dispute that is %s with %j says "%s"', (outcome, left, sentence) => {
    expect(write('dispute-closed', { outcome, ...left }).text).toContain(sentence)
  })

  it('of a dispute says whether the money was taken already', () => {
    expect(write('dispute-opened').text).toContain('Stripe has taken the amount')
    expect(write('dispute-opened', { isInquiry: true }).text).toContain('has not taken the amount')
  })
})

describe('emails to the holder of a voucher', () => {
  const HOLDER = ['voucher-used', 'voucher-reminder', 'voucher-extended']
  const PAGE = `${SITE}/voucher#${voucher.voucherCode}`

  it.each(HOLDER)(
    '%s names the last day, the end of the code and the page, and never the code in words',
    (name) => {
      const { text } = write(name)
      expect(text).toContain('Sunday 21 November 2027')
      expect(text).toContain('Ending 19DN')
      expect(text).toContain(`Open your voucher: ${PAGE}\n`)
      expect(text).not.toContain(CODE)
    },
  )

  // What encourages somebody to buy or to come needs their consent.
  it.each(HOLDER)('%s advertises nothing', (name) => {
    const { subject, text, html } = write(name)
    expect(`${subject} ${text}`).not.toMatch(
      /offer|discount|treat yourself|hurry|soon|last chance|do(n’t| not) miss|forget|only \d|new (treatment|therap)|shop|% off|save|special|!/i,
    )
    // The river at the head of every email.
    expect(html.match(/<img[^>]*src="[^"]*/g)?.map((image) => image.replace(/.*"/, ''))).toEqual([
      'cid:river',
    ])
  })

  it.each(['voucher-reminder', 'voucher-extended'])('%s tells a buyer nothing of what is left', (name) => {
    const { subject, text } = write(name, { isForBuyer: true })
    expect(text).toContain('Dear Buyer Name,')
    expect(text).toContain('that you bought')
    expect(`${subject} ${text}`).not.toMatch(/£|left/)
  })

  it.each(HOLDER)('%s has no button for a code that opens nothing', (name) => {
    expect(write(name, { voucherCode: 'ABC1234' }).text).not.toContain('/voucher#ABC')
  })

  it.each([...HOLDER, 'voucher-ended'])('%s greets nobody where no name is known', (name) => {
    expect(write(name, { recipientName: '' }).text).toContain('Hello,')
  })

  it('lists each use, and says that nothing is left', () => {
    const uses = [
      { day: '2026-11-26', pence: 3000 },
      { day: '2026-11-27', pence: 550 },
    ]
    const { subject, text } = write('voucher-used', { pence: 0, uses })
    expect(subject).toBe('Your gift voucher is used up')
    expect(text).toContain(
      'Used: £30.00, on Thursday 26 November 2026\nUsed: £5.50, on Friday 27 November 2026',
    )
    expect(text).not.toContain('Valid until')
  })

  it('only a reminder can be stopped by one press in an email program', () => {
    const stoppable = TEMPLATES.filter((name) => write(name).unsubscribe !== undefined)
    expect(stoppable).toEqual(['voucher-reminder'])
  })
})
