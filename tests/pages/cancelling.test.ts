import { describe, expect, it } from 'vitest'
import { cancellationForm, howToCancel, rightToCancel } from '#clinic/cancelling.ts'
import { clinic } from '#clinic/current-clinic.ts'
import { renderEmail } from '#server/email/templates.ts'
import { builtTexts } from '#tests/harness/built-files.ts'
import { SAMPLES, SITE } from '#tests/harness/sample-emails.ts'

const built = builtTexts('dist')
const common = [howToCancel, cancellationForm.title, ...cancellationForm.lines]
const wordsOf = (html: string) =>
  html
    .replace(/<\/?span[^>]*>/g, '')
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('&#39;', "'")
    .replace(/\s+/g, ' ')

const scripts = [...built].filter(([file]) => file.endsWith('.js'))
const scriptsWith = (words: string) =>
  scripts.filter(([, script]) => script.includes(words)).map(([file]) => file)

describe('the source of the right to cancel', () => {
  it('holds the model form of the Consumer Contracts Regulations 2013 for this trader', () => {
    const { name, address, phone, email, trader } = clinic
    const [, to = ''] = cancellationForm.lines
    for (const fact of [trader.owner, name, ...Object.values(address), phone.display, email]) {
      expect(to).toContain(fact)
    }
    expect(cancellationForm.lines.join('\n')).toBe(`\
(Complete and return this form only if you wish to withdraw from the contract)
${to}
I/We [*] hereby give notice that I/We [*] cancel my/our [*] contract of sale of the following goods [*]/for the supply of the following service [*],
Ordered on [*]/received on [*],
Name of consumer(s),
Address of consumer(s),
Signature of consumer(s) (only if this form is notified on paper),
Date
[*] Delete as appropriate`)
  })

  it('names every way to reach the trader', () => {
    for (const fact of [
      clinic.name,
      clinic.address.street,
      clinic.phone.display,
      clinic.email,
      '“Your purchase”',
    ]) {
      expect(howToCancel).toContain(fact)
    }
  })

  it('asks for no unused goods and promises no refund to a card', () => {
    expect(JSON.stringify([rightToCancel, common])).not.toMatch(/\bunused\b|\bcard\b/)
  })
})

describe('the right to cancel comes from its source in', () => {
  it('the terms', () => {
    const terms = wordsOf(built.get('terms-conditions.html') ?? '')
    for (const text of [...rightToCancel.voucher, ...rightToCancel.goods, ...common]) {
      expect(terms).toContain(text)
    }
  })

  it.each([
    ['voucher-receipt', rightToCancel.voucher],
    ['order-confirmation', rightToCancel.goods],
  ] as const)('the email %s, in HTML and in the text part', (template, conditions) => {
    const { html, text } = renderEmail(template, SAMPLES[template], SITE)
    for (const words of [...conditions, ...common]) {
      expect(wordsOf(html)).toContain(words)
      expect(text).toContain(words)
    }
    expect(text).toContain(cancellationForm.lines.join('\n'))
  })

  // What both flows then show is in tests/e2e/right-to-cancel.test.ts.
  it('the script of the card form, which both flows load, and in no other script', () => {
    const [cardForm] = scriptsWith('Your card details go straight to our card provider.')
    for (const words of [...rightToCancel.voucher, ...rightToCancel.goods, 'Name of consumer(s),']) {
      expect(scriptsWith(words)).toEqual([cardForm])
    }
  })
})
