import { describe, expect, it } from 'vitest'
import { clinic } from '#clinic/current-clinic.ts'
import { isolateDirection, sanitize } from '#server/email/sanitize.ts'
import { renderEmail } from '#server/email/templates.ts'
import { HOSTILE, SAMPLES, SITE, TEMPLATES, TO_THE_CLINIC, typedIn } from '#tests/harness/sample-emails.ts'

/** Patterns that email programs may turn into links. The inserted invisible character does not match them. */
const LINK_LIKE = [
  /\b(?:https?|ftp|mailto|javascript|data|cid):[^\s\u200c]/i,
  /[\p{L}\p{N}-][.．。｡]\p{L}/u,
  /[^\s\u200c]@[^\s\u200c]/,
  /\p{Nd}[\p{Nd} ()-]{5,}\p{Nd}/u,
  /\\\\\w/,
]
const OURS = [clinic.email, clinic.phone.display, SITE.slice('https://'.length), 'https://']

const withTyped = (template: string, words: string) =>
  renderEmail(template, { ...SAMPLES[template], ...typedIn(template, words) }, SITE)

const TO_STRANGERS = TEMPLATES.filter((template) => !TO_THE_CLINIC.includes(template))

/** Elements, and the URLs of links and images. */
const structure = (html: string) => html.match(/<\/?\w+|(?:href|src)="[^"]*"/g)

describe('user input in an email', () => {
  // ASVS 1.2.1
  it.each(TEMPLATES)('adds no element and no link target to %s', (template) => {
    for (const words of HOSTILE) {
      expect(structure(withTyped(template, words).html)).toEqual(structure(withTyped(template, 'plain').html))
    }
  })

  it.each(TO_STRANGERS)('is not linkified in %s, neither in HTML nor in plain text', (template) => {
    const { html, text, subject } = withTyped(template, HOSTILE.join(' '))
    const plain = withTyped(template, 'plain')
    const said = [...html.matchAll(/<bdi>(.*?)<\/bdi>/g)].map(([, typed]) => typed!)
    const lines = text.split('\n').filter((line) => !plain.text.includes(line))
    const subjects = subject === plain.subject ? [] : [subject]
    for (const piece of [...said, ...lines, ...subjects]) {
      const rest = OURS.reduce((left, own) => left.replaceAll(own, ''), piece)
      for (const pattern of LINK_LIKE) expect(rest).not.toMatch(pattern)
    }
  })

  it.each(TO_THE_CLINIC)('can be copied from %s, which has no invisible characters', (template) => {
    const words = 'cara@example.com, 12 Hope\u200b Street, 0151\u2060 496 0123'
    const { html, text, subject } = withTyped(template, words)
    for (const form of [html, text, subject]) expect(form).not.toMatch(/[\u00ad\u200b\u200c\u2060\ufeff]/)
    expect(`${subject} ${text}`).toContain('cara@example.com, 12 Hope Street, 0151 496 0123')
  })

  it('would be linkified without sanitizing', () => {
    for (const words of [HOSTILE[2]!, HOSTILE[3]!, HOSTILE[4]!]) {
      expect(LINK_LIKE.some((pattern) => pattern.test(words))).toBe(true)
    }
  })

  it('leads nowhere even if an email program links it', () => {
    for (const address of ['https://evil.example/', 'http://www.evil.com/']) {
      const host = sanitize(address.slice(address.indexOf('//') + 2))
      expect(URL.canParse(`https://${host}`)).toBe(false)
    }
  })

  it('still reads as it was typed', () => {
    const words = 'See https://example.com, 3.5 out of 5: ring 0800 123456 or me@example.com'
    expect(sanitize(words).replaceAll('\u200c', '')).toBe(words)
    expect(sanitize('Dr. Anne-Marie O’Neill, Liverpool 8')).toBe('Dr. Anne-Marie O’Neill, Liverpool 8')
  })

  it('cannot change the text direction around it', () => {
    expect(isolateDirection('مريم')).toBe('\u2068مريم\u2069')
    expect(isolateDirection('Anne')).toBe('Anne')
    expect(sanitize('a\u202eb\u2066c\u2069')).toBe('abc')
  })
})
