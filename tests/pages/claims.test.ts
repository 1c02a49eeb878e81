import { expect, test } from 'vitest'
import { clinic } from '../../src/content/clinic.ts'
import * as home from '../../src/content/home.ts'
import { cookiePolicy } from '../../src/content/legal/cookie-policy.ts'
import { privacyPolicy } from '../../src/content/legal/privacy-policy.ts'
import { termsConditions } from '../../src/content/legal/terms-conditions.ts'
import { practitioner } from '../../src/content/practitioner.ts'
import { therapies } from '../../src/content/therapies.ts'

/** Every text that visitors read; proofs are for the owner. */
function texts(content: unknown): string[] {
  if (typeof content === 'string') return [content]
  if (typeof content !== 'object' || content === null) return []
  return Object.entries(content).flatMap(([key, value]) => (key === 'proof' ? [] : texts(value)))
}

const pages = { clinic, home, therapies, practitioner, cookiePolicy, privacyPolicy, termsConditions }

// What the advertising rules do not let a clinic say without trials to show for it.
const FORBIDDEN = [
  /\bcur(e|es|ed|ing)\b/i,
  /\bheal(s|ed|er|ers|ing)?\b/i,
  /\bguarante/i,
  /\bmirac/i,
  /\b(clinically|scientifically) proven\b/i,
  /\b(detox|toxins?)\b/i,
  /\b(cancer|depression|infertility|arthritis|stroke|parkinson|multiple sclerosis|glaucoma)\b/i,
  /\binstead of (your|a) (GP|doctor|medicine)/i,
  /\b(100% safe|risk-free|no side effects|pain-?free|painless)\b/i,
  /\b(journey|unlock|transform|embark)/i,
  /!/,
]

test.each(Object.keys(pages))('%s contains no forbidden claim', (page) => {
  const found = texts(pages[page as keyof typeof pages]).flatMap((text) =>
    FORBIDDEN.filter((word) => word.test(text)).map((word) => `${word}: ${text}`),
  )
  expect(found).toEqual([])
})

test('every benefit is worded with may, supports or many people find', () => {
  const benefits = therapies.flatMap(({ benefits, techniques }) => [
    ...benefits,
    ...techniques.flatMap((technique) => technique.benefits),
  ])
  const effects = benefits.filter((benefit) => /\b(eas|help|reduc|loosen|relax|pain|sleep)/i.test(benefit))
  expect(effects.length).toBeGreaterThan(10)
  for (const effect of effects) expect(effect).toMatch(/^May |^Supports |^Many people find/)
})

test('every therapy says that it works alongside the care of a GP and does not replace it', () => {
  const silent = therapies.filter(
    ({ fullDescription }) =>
      !/works alongside the care[^.]*does not replace it/.test(fullDescription.join(' ')),
  )
  expect(silent).toEqual([])
})

test('the practitioner has exactly the five specified specialisations', () => {
  expect(practitioner.specialisations.map(({ title }) => title)).toEqual([
    'Neurological disorders',
    'Musculoskeletal disorders',
    'Mental health disorders',
    'Gynaecological disorders',
    'Eye disorders',
  ])
  for (const { text } of practitioner.specialisations) expect(text).toMatch(/^Works with (people|women)/)
})
