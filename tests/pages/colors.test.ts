import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import * as fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { check } from '#clinic/check.ts'
import { colorsSchema } from '#clinic/contrast.ts'
import { moveColors, paletteOf, type Colors } from '#clinic/palette.ts'

const tokens = readFileSync(resolve(import.meta.dirname, '../../src/styles/tokens.css'), 'utf8')

/** What tokens.css has, whatever the content. */
const DEFAULT: Colors = { paper: '#f7f2e8', main: '#084b47', accent: '#b4552d' }
const BLUE: Colors = { paper: '#ffffff', main: '#1D4ED8', accent: '#e11d48' }

it.each([
  ['of the default', DEFAULT],
  ['of a clinic', BLUE],
])('browsers without light-dark() have the light value of every colour %s', (_, colors) => {
  const [pairs = '', fallback = ''] = moveColors(tokens, colors).split(
    '@supports not (color: light-dark(#000, #fff))',
  )
  const light = [...pairs.matchAll(/^ +(--[\w-]+): light-dark\((oklch\([^)]+\)),/gm)]
  const plain = [...fallback.split('\n}')[0]!.matchAll(/^ +(--[\w-]+): (oklch\([^)]+\));/gm)]
  expect(light.length).toBeGreaterThan(20)
  expect(plain.map(([, name, value]) => [name, value])).toEqual(light.map(([, name, value]) => [name, value]))
})

describe('moveColors', () => {
  test('leaves tokens.css as it is for the colours that it has', () => {
    expect(moveColors(tokens, DEFAULT)).toBe(tokens)
    expect(moveColors(tokens, { ...DEFAULT, main: DEFAULT.main.toUpperCase() })).toBe(tokens)
  })

  test('leaves tokens.css as it is for what is no colour', () => {
    expect(moveColors(tokens, { paper: 'white', main: '', accent: undefined as never })).toBe(tokens)
  })

  test('changes every colour of the main group and none of states and themes', () => {
    const lines = (css: string) => css.split('\n')
    const moved = lines(moveColors(tokens, { ...DEFAULT, main: '#1d4ed8' }))
    const changed = lines(tokens).filter((line, at) => line !== moved[at])
    for (const token of ['edge', 'ink', 'soft', 'sea', 'deep', 'scrim', 'deep-ink'])
      expect(changed.join('\n')).toContain(`--${token}: `)
    expect(changed.join('\n')).not.toMatch(/--(point|focus|good|wait|bad|sage|ocean|warm|on-deep:)/)
  })

  test('gives the dark bands the accent of the dark scheme', () => {
    const css = moveColors(tokens, BLUE)
    const [, dark] = /--point: light-dark\(oklch\([^)]*\), (oklch\([^)]*\))\)/.exec(css) ?? []
    expect(/\.deep \{\n {2}--point: (.*);/.exec(css)?.[1]).toBe(dark)
  })
})

test('color values of tokens are #rrggbb, in both schemes', () => {
  const palette = paletteOf(DEFAULT)
  expect(palette('paper')).toBe('#f7f2e8')
  expect(palette('point', 'dark')).toBe('#ea9162')
  expect(palette('on-deep', 'dark')).toBe(palette('on-deep'))
  expect(() => palette('size-body')).toThrow('is no color')
})

const errorOf = (colors: unknown) => {
  try {
    check('colors.ts', colorsSchema, colors)
    return ''
  } catch (error) {
    return (error as Error).message
  }
}

describe('the build', () => {
  test.each([
    [
      'a pale yellow main colour',
      { ...DEFAULT, main: '#f7e98e' },
      'main: #f7e98e is too light: the main colour, #f7e98e on #ede6d9, has a contrast of 1 and needs 4.5. Choose a darker colour.',
    ],
    [
      'a grey paper',
      { ...DEFAULT, paper: '#888888' },
      'paper: #888888 is too dark: an error message, #9c2623 on #7e7e7e, has a contrast of 1.9 and needs 4.5. Choose a lighter colour.',
    ],
    [
      'a pale accent',
      { ...DEFAULT, accent: '#ffd166' },
      'accent: #ffd166 is too light: a point, #ffd166 on #ede6d9, has a contrast of 1.1 and needs 3. Choose a darker colour.',
    ],
    [
      'three greys, of which the paper is to be changed first',
      { paper: '#777777', main: '#777777', accent: '#777777' },
      'paper: #777777 is too dark: an error message, #9c2623 on #6d6d6d, has a contrast of 1.4 and needs 4.5. Choose a lighter colour.',
    ],
    ['a name of a colour', { ...DEFAULT, main: 'teal' }, 'main: a colour looks like #084b47'],
    ['a colour of three digits', { ...DEFAULT, paper: '#fff' }, 'paper: a colour looks like #084b47'],
  ])('refuses %s with one sentence', (_, colors, sentence) => {
    expect(errorOf(colors)).toBe(`src/content/colors.ts has mistakes.\n  ${sentence}`)
  })

  test.each([
    ['the default', DEFAULT],
    ['a blue on white', BLUE],
    ['a darker paper', { ...DEFAULT, paper: '#e6d8bd' }],
    ['black and white', { paper: '#ffffff', main: '#000000', accent: '#000000' }],
  ])('accepts %s', (_, colors) => {
    expect(errorOf(colors)).toBe('')
  })
})

// The law of contrasts, computed from the style sheet alone.

/** [what is seen, on what, at least] */
const LAW: [string[], string[], number][] = [
  [['ink', 'soft', 'sea', 'bad'], ['paper', 'sheet', 'sunk'], 4.5],
  [['ink', 'soft'], ['sage-ground', 'ocean-ground', 'warm-ground'], 4.5],
  [['sage-ink', 'ocean-ink', 'warm-ink'], ['paper'], 4.5],
  [['on-sea'], ['sea', 'sea-deep'], 4.5],
  [['on-deep', 'on-deep-soft'], ['deep'], 4.5],
  [['deep-ink'], ['on-deep', 'deep-sheet'], 4.5],
  [['edge', 'point', 'focus'], ['paper', 'sheet', 'sunk'], 3],
]

/** Light and dark luminance of each token, by way of LMS and the Y of CIE XYZ: https://bottosson.github.io/posts/oklab/ */
function luminancesIn(css: string): Map<string, number[]> {
  const declarations = css.split('@supports')[0]!.matchAll(/--([\w-]+): ([^;]*);/g)
  return new Map(
    Array.from(declarations, ([, token = '', value = '']) => {
      const both = Array.from(value.matchAll(/oklch\(([\d.]+) ([\d.]+) ([\d.]+)/g), ([, l, c, h]) => {
        const [a, b] = [Math.cos, Math.sin].map((turn) => Number(c) * turn((Number(h) / 180) * Math.PI))
        const cube = (x: number, y: number) => (Number(l) + x * a! + y * b!) ** 3
        const [long, medium, short] = [
          cube(0.3963377774, 0.2158037573),
          cube(-0.1055613458, -0.0638541728),
          cube(-0.0894841775, -1.291485548),
        ]
        return -0.0405757452 * long + 1.1122868033 * medium - 0.0717110581 * short
      })
      return [token, [both[0] ?? 0, both[1] ?? both[0] ?? 0]]
    }),
  )
}

function brokenLaws(css: string): string[] {
  const luminances = luminancesIn(css)
  return LAW.flatMap(([seen, grounds, least]) =>
    seen.flatMap((token) =>
      grounds.flatMap((ground) =>
        [0, 1].flatMap((scheme) => {
          const [dark, light] = [token, ground]
            .map((name) => luminances.get(name)![scheme]! + 0.05)
            .toSorted((one, other) => one - other)
          // What a screen shows is rounded to 256 steps.
          return light! / dark! < least - 0.05 ? [`${token} on ${ground}: ${light! / dark!}`] : []
        }),
      ),
    ),
  )
}

const anyHex = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)
/** A channel between two values. */
const hexWithin = (min: number, max: number) =>
  fc
    .tuple(...Array.from({ length: 3 }, () => fc.integer({ min, max })))
    .map((channels) => `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`)
const anyColors: fc.Arbitrary<Colors> = fc.record({
  paper: fc.oneof(anyHex, hexWithin(220, 255)),
  main: fc.oneof(anyHex, hexWithin(0, 130)),
  accent: fc.oneof(anyHex, hexWithin(0, 160)),
})

test('any three colours have the contrasts in both schemes, or the build says a sentence', () => {
  let accepted = 0
  fc.assert(
    fc.property(anyColors, (colors) => {
      const css = moveColors(tokens, colors)
      const error = errorOf(colors)
      if (error === '') accepted++
      else
        expect(error).toMatch(
          /^src\/content\/colors\.ts has mistakes\.(\n {2}(paper|main|accent): #\w+ is too (light|dark): .* Choose a (darker|lighter) colour\.)+$/,
        )
      expect(error === '' ? brokenLaws(css) : []).toEqual([])
    }),
    { numRuns: 200 },
  )
  expect(accepted).toBeGreaterThan(10)
})

test('paper, button and point are exactly the three colours', () => {
  fc.assert(
    fc.property(anyColors, (colors) => {
      const palette = paletteOf(colors)
      expect({ paper: palette('paper'), main: palette('sea'), accent: palette('point') }).toEqual(colors)
    }),
    { numRuns: 200 },
  )
})
