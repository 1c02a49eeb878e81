import { expect, test } from 'vitest'
import { check, checkContent } from '../../src/content/check.ts'
import { clinic } from '../../src/content/clinic.ts'
import { clinicSchema, therapiesSchema } from '../../src/content/schema.ts'
import { therapies } from '../../src/content/therapies.ts'
import { PLATES } from '../../src/drawing/plate.ts'

test('the content that ships holds together', () => {
  expect(checkContent).not.toThrow()
})

test('every therapy has a drawing', () => {
  expect(therapies.map(({ id }) => id)).toEqual(Object.keys(PLATES))
})

test('a claim without proof stops the build and is named', () => {
  const { years } = clinic.statistics
  const bare = { ...clinic, statistics: { ...clinic.statistics, years: { ...years, proof: '' } } }
  expect(() => check('clinic.ts', clinicSchema, bare)).toThrow(/clinic\.ts[\s\S]*statistics\.years\.proof/)
})

test('a day that is missing from the week stops the build', () => {
  const short = { ...clinic, hours: clinic.hours.slice(1) }
  expect(() => check('clinic.ts', clinicSchema, short)).toThrow('every day of the week once')
})

test('a link that is not https stops the build', () => {
  const social = [{ name: 'Facebook', url: 'javascript:alert(1)' }]
  expect(() => check('clinic.ts', clinicSchema, { ...clinic, social })).toThrow('social')
})

test('two therapies with one id stop the build', () => {
  expect(() => check('therapies.ts', therapiesSchema, [therapies[0], therapies[0]])).toThrow(
    'an id of its own',
  )
})
