import { describe, expect, it } from 'vitest'
import { renderLetter } from '#server/mail/templates'

const mail = {
  voucherCode: '7K2M0PQR4XVB19DN',
  pence: 10_000,
  reference: 'pi_1',
  buyerName: 'Buyer Name',
  recipientName: 'Recipient Name',
  recipientEmail: 'recipient@example.com',
  personalMessage: 'First line\nSecond line',
  paidAt: '2026-11-21T14:32:08+00:00',
  lastDay: '2027-11-21',
}
const site = 'https://merseymeridian.example'

describe('the voucher’s mails', () => {
  it('tell the buyer amount, code, reference, time and the right to cancel', () => {
    const { subject, html, text } = renderLetter('voucher-receipt', mail, site)
    expect(subject).toBe('Your gift voucher receipt: £100.00')
    for (const form of [html, text]) {
      for (const fact of ['£100.00', '7K2M-0PQR-4XVB-19DN', 'pi_1', '21 November 2027', 'within 14 days']) {
        expect(form).toContain(fact)
      }
    }
    expect(text).toContain('21/11/2026, 14:32:08')
  })

  it('give the recipient the code and the buyer’s own words, line by line', () => {
    const { html, text } = renderLetter('voucher-gift', mail, site)
    expect(html).toContain('“First line<br>Second line”')
    expect(text).toContain('“First line\nSecond line”')
    expect(text).toContain('Valid until: 21 November 2027')
  })

  it('show what was typed as it was typed, never as markup or a link', () => {
    const typed = {
      ...mail,
      buyerName: '<b>Bold</b> & "Co"',
      personalMessage: 'See https://evil.example or a@evil.example',
    }
    const { html } = renderLetter('voucher-gift', typed, site)
    expect(html).not.toContain('<b>Bold')
    expect(html).toContain('&lt;b&gt;Bold')
    expect(html).not.toMatch(/evil\.example/)
    expect(html.replaceAll('\u2060', '')).toContain('evil.example')
    expect(html).not.toMatch(/href="[^"]*evil/)
  })

  it('load nothing from anywhere', () => {
    for (const template of ['voucher-receipt', 'voucher-gift']) {
      expect(renderLetter(template, mail, site).html).not.toMatch(/<img|<link|url\(|@import|<script/)
    }
  })
})
