import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { check, checkContent } from '#clinic/check.ts'
import { therapies } from '#clinic/current-therapies.ts'
import {
  clinicSchema,
  homeSchemaFor,
  practitionersSchema,
  proofsSchema,
  therapiesSchema,
} from '#clinic/schema.ts'
import { clinicInFiles, proofs } from '#content/clinic.ts'
import * as home from '#content/home.ts'
import { practitioners } from '#content/practitioners.ts'

test('the content matches its schema', () => {
  expect(checkContent).not.toThrow()
})

test('a claim without proof stops the build with its name', () => {
  const more = {
    ...clinicInFiles,
    statistics: [{ value: '10', label: 'rooms' }],
    claims: [...clinicInFiles.claims, { text: 'The best in town' }],
  }
  expect(() => check('clinic.ts', proofsSchema(more), { ...proofs, statistics: [''] })).toThrow(
    /clinic\.ts[\s\S]*statistics\.0[\s\S]*claims/,
  )
})

test.each([
  'Acupuncture cures back pain.',
  'A guaranteed result.',
  'Clinically proven.',
  'Come instead of your GP.',
  'Painless and risk-free.',
  'Book now!',
])('the claim “%s” stops the build', (claim) => {
  const claims = [{ text: claim }]
  expect(() => check('clinic.ts', clinicSchema, { ...clinicInFiles, claims })).toThrow(
    /claims\.0\.text.*must not say/,
  )
})

test('a question about insurers stops the build if there are none', () => {
  const about = { question: 'Will my insurer pay?', answer: 'We accept {insurers}.' }
  const content = { ...home, questions: [about] }
  expect(() => check('home.ts', homeSchemaFor({ insurers: ['One'] }), content)).not.toThrow()
  expect(() => check('home.ts', homeSchemaFor({ insurers: [] }), content)).toThrow(
    'questions.0: “Will my insurer pay?” names the insurers, and clinic.ts lists none',
  )
})

test('opening hours without a weekday stop the build', () => {
  const short = { ...clinicInFiles, hours: clinicInFiles.hours.slice(1) }
  expect(() => check('clinic.ts', clinicSchema, short)).toThrow('every day of the week once')
})

// ASVS 1.2.2
const OTHER_PAGES = readdirSync('src/pages', { withFileTypes: true })
  .filter((entry) => entry.isDirectory() || /^[\w-]+\.astro$/.test(entry.name))
  .map(({ name }) => name.replace('.astro', ''))

test.each([...new Set([...OTHER_PAGES, 'api', 'voucher', 'your-purchase'])])(
  'a practitioner with the address /%s stops the build',
  (slug) => {
    const changed = [{ ...practitioners[0], slug }]
    expect(() => check('practitioners.ts', practitionersSchema, changed)).toThrow('0.slug')
  },
)

test('a clinic without a practitioner, and two with one address, stop the build', () => {
  const [lead] = practitioners
  expect(() => check('practitioners.ts', practitionersSchema, [])).toThrow('name at least one practitioner')
  expect(() => check('practitioners.ts', practitionersSchema, [lead, lead])).toThrow(
    `two practitioners have the slug “${lead.slug}”`,
  )
})

test('amounts of vouchers that are not in order, or none, stop the build', () => {
  for (const amounts of [[], [50, 25], [25, 25], [501], [10.5]])
    expect(() =>
      check('clinic.ts', clinicSchema, {
        ...clinicInFiles,
        vouchers: { ...clinicInFiles.vouchers, amounts },
      }),
    ).toThrow('vouchers.amounts')
})

test.each([
  ['a field too many', { twitter: '' }, 'twitter: there is no such field; remove it, or correct its name'],
  ['a missing field', { email: undefined }, 'email: is missing'],
  [
    'text for a number',
    { vouchers: { ...clinicInFiles.vouchers, validMonths: '12' } },
    'vouchers.validMonths: should be a number without quotation marks, and is "12"',
  ],
  ['a name that is too long', { name: 'x'.repeat(61) }, 'has 61'],
])('%s stops the build with a sentence', (_, changes, sentence) => {
  expect(() => check('clinic.ts', clinicSchema, { ...clinicInFiles, ...changes })).toThrow(sentence)
})

test('a site without therapies stops the build', () => {
  expect(() => check('therapies.ts', therapiesSchema, [])).toThrow('offer at least one therapy')
})

test('a link that is not https stops the build', () => {
  const social = [{ name: 'Facebook', url: 'javascript:alert(1)' }]
  expect(() => check('clinic.ts', clinicSchema, { ...clinicInFiles, social })).toThrow('social')
})

test('two therapies with the same id stop the build', () => {
  expect(() => check('therapies.ts', therapiesSchema, [therapies[0], therapies[0]])).toThrow(
    `src/content/therapies.ts has mistakes.\n  two therapies have the id “${therapies[0]!.id}”; give one another`,
  )
})
