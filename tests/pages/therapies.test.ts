import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { getPlate } from '../../src/components/therapy/plates.ts'
import { check } from '../../src/content/check.ts'
import { therapiesSchema } from '../../src/content/schema.ts'
import { therapies } from '../../src/content/therapies.ts'

test('the five therapies have their specified durations and colours', () => {
  expect(therapies.map(({ id, duration, color }) => `${id}: ${duration}, ${color}`)).toEqual([
    'neuropuncture: 60–90 minutes, ocean',
    'acupuncture: 45–60 minutes, sage',
    'german-auricular-medicine: 45–75 minutes, sage',
    'massage: 60–90 minutes, warm',
    'womens-health: 60–75 minutes, ocean',
  ])
})

test('German auricular medicine has the longer title on its page', () => {
  const titles = therapies.flatMap(({ longTitle }) => longTitle ?? [])
  expect(titles).toEqual(['German Auricular Medicine: acupuncture through the ear'])
})

test('every therapy and technique has the drawings that its pages show', () => {
  const images = therapies.flatMap(({ image, techniques }) => [
    image,
    ...techniques.map((technique) => technique.image),
  ])
  const css = readFileSync(new URL('../../src/styles/plates.css', import.meta.url), 'utf8')
  for (const { id } of therapies) {
    expect(getPlate('windows', id).width).toBe(480)
    expect(css).toContain(`[data-drawing='${id}'] {`)
  }
  for (const image of images) {
    expect(getPlate('pages', image).width).toBeGreaterThanOrEqual(480)
    expect(css).toContain(`[data-plate='${image}'] {`)
  }
})

test('getPlate names the command that draws a missing therapy', () => {
  expect(() => getPlate('windows', 'reflexology')).toThrow(/reflexology: run npm run art/)
})

test('a therapy with a missing or unknown field stops the build with the name of the field', () => {
  const [first] = therapies
  const { tellUs: _, ...careless } = first!
  expect(() => check('therapies.ts', therapiesSchema, [careless])).toThrow(/therapies\.ts[\s\S]*tellUs/)
  const misspelt = { ...first, benefit: ['One', 'Two'] }
  expect(() => check('therapies.ts', therapiesSchema, [misspelt])).toThrow('benefit')
})

test.each([
  ['duration', 'an hour'],
  ['color', 'purple'],
  ['description', 'Too short.'],
  ['benefits', ['Only one']],
  ['whatToExpect', [{ title: '', text: 'Nothing' }]],
  ['expertCare', { text: 'Nobody else can do it.', proof: '' }],
])('a therapy whose %s is %j stops the build', (field, wrong) => {
  const therapy = { ...therapies[0], [field]: wrong }
  expect(() => check('therapies.ts', therapiesSchema, [therapy])).toThrow(field)
})

const asking = (about: RegExp) =>
  therapies.filter(({ tellUs }) => about.test(tellUs.join('; '))).map(({ id }) => id)

test('every therapy asks about pregnancy and blood thinners, and needle therapies about pacemakers and fear', () => {
  const all = therapies.map(({ id }) => id)
  expect(asking(/pregnant/)).toEqual(all)
  expect(asking(/blood thinners/)).toEqual(all)
  const withNeedles = all.filter((id) => id !== 'massage')
  expect(asking(/pacemaker/)).toEqual(withNeedles)
  expect(asking(/afraid of needles/)).toEqual(withNeedles)
})
