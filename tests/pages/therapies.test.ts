import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { check } from '#clinic/check.ts'
import { therapies } from '#clinic/current-therapies.ts'
import { therapySchema } from '#clinic/schema.ts'
import { getPlatePoints, PLATE_SIDE } from '#components/therapy/plates.ts'

test('every therapy and technique has the drawings that its pages show', () => {
  const images = therapies.flatMap(({ image, techniques }) => [
    image,
    ...techniques.map((technique) => technique.image),
  ])
  const css = readFileSync(new URL('../../src/styles/plates.css', import.meta.url), 'utf8')
  for (const image of images) {
    expect(
      getPlatePoints(image).every(({ x, y }) => x > 0 && x < PLATE_SIDE && y > 0 && y < PLATE_SIDE),
    ).toBe(true)
    expect(css).toContain(`[data-plate='${image}'] {`)
  }
  for (const { image } of therapies)
    for (const folder of ['raised', 'large'])
      for (const scheme of ['', '-dark'])
        expect(css).toContain(`/drawings/plates/${folder}/${image}${scheme}.svg`)
})

test('getPlatePoints names the command that draws a missing therapy', () => {
  expect(() => getPlatePoints('no-such-drawing')).toThrow(/no-such-drawing. Please run npm run art/)
})

test('a therapy with a missing or unknown field stops the build with the name of the field', () => {
  const [first] = therapies
  const { tellUs: _, ...careless } = first!
  expect(() => check('therapies.ts', therapySchema, careless)).toThrow(/therapies\.ts[\s\S]*tellUs/)
  const misspelt = { ...first, benefit: ['One', 'Two'] }
  expect(() => check('therapies.ts', therapySchema, misspelt)).toThrow('benefit')
})

const timed = (...minutes: (number | undefined)[]) =>
  minutes.map((one) => ({
    title: 'A step',
    text: 'Of so many minutes.',
    ...(one !== undefined && { minutes: one }),
  }))

test('a therapy may give the minutes of all its steps', () => {
  const therapy = { ...therapies[0], duration: '60–90 minutes', whatToExpect: timed(30, 60) }
  expect(() => check('therapies.ts', therapySchema, therapy)).not.toThrow()
})

test.each([
  ['duration', 'an hour'],
  ['color', 'purple'],
  ['description', 'Too short.'],
  ['benefits', ['Only one']],
  ['whatToExpect', [{ title: '', text: 'Nothing' }]],
  ['whatToExpect', timed(10, undefined)],
  ['whatToExpect', timed(10, 0)],
  ['whatToExpect', timed(60, 31)],
  ['expertCare', { text: 'Nobody else can do it.', proof: '' }],
  ['fullDescription', ['It eases a stiff neck.', 'It needs no doctor.']],
  ['benefits', ['Eases pain', 'May ease pain']],
  ['tellUs', ['take blood thinners', 'have epilepsy']],
  ['tellUs', ['are pregnant', 'have epilepsy']],
])('a therapy whose %s is %j stops the build', (field, wrong) => {
  const therapy = { ...therapies[0], duration: '60–90 minutes', [field]: wrong }
  expect(() => check('therapies.ts', therapySchema, therapy)).toThrow(field)
})

test.each(['afraid of needles', 'a pacemaker'])(
  'a therapy with needles that does not ask about %s stops the build',
  (asked) => {
    const needles = { title: 'The needles', text: 'Fine needles are placed.' }
    const tellUs = ['are pregnant', 'take blood thinners', 'have a pacemaker', 'are afraid of needles']
    const therapy = { ...therapies[0], whatToExpect: [needles, needles], tellUs }
    expect(() => check('therapies.ts', therapySchema, therapy)).not.toThrow()
    const silent = { ...therapy, tellUs: tellUs.filter((condition) => !condition.includes(asked)) }
    expect(() => check('therapies.ts', therapySchema, silent)).toThrow('tellUs')
  },
)
