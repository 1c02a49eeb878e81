import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { check, checkContent } from '#clinic/check.ts'
import { therapies } from '#clinic/current-therapies.ts'
import { clinicSchema, proofsSchema, therapiesSchema } from '#clinic/schema.ts'
import { clinicInFiles, proofs } from '#content/clinic.ts'

test('the content matches its schema', () => {
  expect(checkContent).not.toThrow()
})

test('a claim without proof stops the build with its name', () => {
  const bare = { ...proofs, statistics: { ...proofs.statistics, years: '' } }
  expect(() => check('clinic.ts', proofsSchema(clinicInFiles), bare)).toThrow(
    /clinic\.ts[\s\S]*statistics\.years/,
  )
  const more = { ...clinicInFiles, claims: { ...clinicInFiles.claims, best: { text: 'The best in town' } } }
  expect(() => check('clinic.ts', proofsSchema(more), proofs)).toThrow('claims.best')
})

test.each([
  'Acupuncture cures back pain.',
  'A guaranteed result.',
  'Clinically proven.',
  'Come instead of your GP.',
  'Painless and risk-free.',
  'Book now!',
])('the claim “%s” stops the build', (claim) => {
  const claims = { ...clinicInFiles.claims, licensed: { text: claim } }
  expect(() => check('clinic.ts', clinicSchema, { ...clinicInFiles, claims })).toThrow(
    /claims\.licensed.*must not say/,
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
    const practitioner = { ...clinicInFiles.practitioner, slug }
    expect(() => check('clinic.ts', clinicSchema, { ...clinicInFiles, practitioner })).toThrow(
      'practitioner.slug',
    )
  },
)

test('a link that is not https stops the build', () => {
  const social = [{ name: 'Facebook', url: 'javascript:alert(1)' }]
  expect(() => check('clinic.ts', clinicSchema, { ...clinicInFiles, social })).toThrow('social')
})

test('two therapies with the same id stop the build', () => {
  expect(() => check('therapies.ts', therapiesSchema, [therapies[0], therapies[0]])).toThrow(
    'an id of its own',
  )
})
