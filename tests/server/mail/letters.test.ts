import { describe, expect, it } from 'vitest'
import { renderLetter } from '#server/mail/templates'
import { CODE, SAMPLES, SITE, TEMPLATES, voucher } from './sample-mails.ts'

const write = (template: string, changes: object = {}) =>
  renderLetter(template, { ...SAMPLES[template], ...changes }, SITE)

describe('every mail', () => {
  it('has a sample here', () => {
    expect(Object.keys(SAMPLES)).toEqual(TEMPLATES)
  })

  it.each(TEMPLATES)('%s says the same in HTML and in plain text', (template) => {
    const { html, text } = write(template)
    const body = html.slice(html.indexOf('<h1'), html.indexOf('<td class="foot"'))
    const said = body.split(/<[^>]*>/).map((piece) => piece.replaceAll('&nbsp;', ' ').trim())
    const plain = text.replaceAll('\n', ' ')
    for (const piece of said.filter((piece) => /\w/.test(piece) && piece !== 'Mersey Meridian')) {
      expect(plain).toContain(unescape(piece))
    }
  })

  it.each(TEMPLATES)('%s names the clinic, its address and how to reach it', (template) => {
    const { html, text } = write(template)
    for (const form of [html, text]) {
      for (const fact of [
        '1 Example Street',
        'L1\u00a00AA',
        '0151 496 0123',
        'hello@merseymeridian.example',
      ]) {
        expect(form).toContain(fact)
      }
    }
  })

  it.each(TEMPLATES)('%s loads nothing from anywhere', (template) => {
    const { html, attachments } = write(template)
    expect(html).not.toMatch(/url\(|@import|@font-face|<script|<link|<iframe|background=/)
    const pictures = [...html.matchAll(/src="([^"]*)"/g)].map(([, source]) => source)
    expect(pictures).toEqual(attachments.map(({ contentId }) => `cid:${contentId}`))
  })

  it('is refused when its data is not what the template needs', () => {
    expect(() => renderLetter('voucher-refunded', { ...voucher, pence: 0.5 }, SITE)).toThrow(/integer/i)
    expect(() => renderLetter('no-such-mail', voucher, SITE)).toThrow('There is no mail called no-such-mail')
  })
})

const unescape = (text: string) =>
  text.replaceAll('&#39;', "'").replaceAll('&quot;', '"').replaceAll('&amp;', '&')

describe('the receipt', () => {
  const receipt = write('voucher-receipt')

  it('tells the buyer amount, code, reference, time and last day', () => {
    expect(receipt.subject).toBe('Your gift voucher receipt: £100.00')
    for (const fact of ['£100.00', CODE, voucher.reference, '21/11/2026, 14:32:08', '21 November 2027']) {
      expect(receipt.html).toContain(fact)
    }
  })

  it('states the right to cancel within 14 days, until which day, and how', () => {
    expect(receipt.text).toContain('You may cancel within 14 days, until 5 December 2026')
    expect(receipt.text).toContain(
      'Reply to this e-mail, write to hello@merseymeridian.example or ring us on 0151 496 0123',
    )
    expect(receipt.text).toContain(
      `I give notice that I cancel my contract for the gift voucher ${voucher.reference}`,
    )
    expect(receipt.text).toContain(`${SITE}/terms-conditions`)
  })

  it('counts the days to cancel by the clocks of London', () => {
    const { text } = write('voucher-receipt', { paidAt: '2026-06-30T23:30:00Z' })
    expect(text).toContain('until 15 July 2026')
    expect(text).toContain('ordered on 1 July 2026')
  })
})

describe('the voucher', () => {
  it('gives the recipient the code and the buyer’s own words, line by line', () => {
    const { html, text } = write('voucher-gift')
    expect(html).toContain('“<bdi>First line</bdi><br><bdi>Second line</bdi>”')
    expect(text).toContain('“First line\nSecond line”')
    expect(text).toContain(`Voucher code: ${CODE}\nValid until: 21 November 2027`)
  })

  it('quotes nobody when nothing was written', () => {
    expect(write('voucher-gift', { personalMessage: null }).text).not.toContain('“')
  })
})

describe('a refund', () => {
  it('tells the buyer what goes back, how long it takes, and that the voucher has ended', () => {
    const { subject, text } = write('voucher-refunded')
    expect(subject).toBe('Your refund of £123.45 is on its way')
    expect(text).toContain('takes 5 to 10 working days')
    expect(text).toContain('can no longer be used')
    expect(text).toContain('Balance cancelled: £10.00')
  })

  it('mentions no cancelled balance where there is none', () => {
    expect(write('voucher-refunded', { cancelledPence: 0 }).text).not.toContain('cancelled')
  })

  it('of a part tells what the voucher is still good for', () => {
    expect(write('voucher-part-refunded').text).toContain('It stays good for £40.00')
  })

  it('of part of an order tells how much has gone back so far, and that the rest stands', () => {
    const { text } = write('order-refunded', { pence: 1000, refundedPence: 3000, paidPence: 6400 })
    for (const fact of ['£10.00', 'Total paid: £64.00', 'Refunded so far: £30.00', 'The rest of it stands']) {
      expect(text).toContain(fact)
    }
    const whole = write('order-refunded', { pence: 3400, refundedPence: 6400, paidPence: 6400 }).text
    expect(whole).toContain('With this refund it is closed')
  })

  it('of a payment for nothing asks the buyer to ring', () => {
    const { text } = write('payment-returned')
    expect(text).toContain('we have issued nothing')
    expect(text).toContain('ring us on 0151 496 0123')
  })
})

describe('a notice to the clinic', () => {
  const notices = ['refund-failed', 'dispute-opened', 'dispute-closed', 'payment-unknown']

  it.each(notices)(
    '%s says what happened, what it means and what to do next, and names nobody',
    (template) => {
      const { text, html } = write(template, { buyerName: 'Buyer Name' })
      for (const part of [
        '£123.45',
        'What it means\n',
        'What to do next\n',
        `At Stripe: ${voucher.reference}`,
      ]) {
        expect(text).toContain(part)
      }
      expect(html).not.toContain('Buyer Name')
    },
  )

  it('tells a won dispute from a lost one', () => {
    expect(write('dispute-closed', { outcome: 'won' }).subject).toBe('A dispute is won: £123.45')
    expect(write('dispute-closed').subject).toBe('A dispute is lost: £123.45')
  })
})
