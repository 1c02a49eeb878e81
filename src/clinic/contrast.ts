import * as v from 'valibot'
import { contrastOf } from '#clinic/oklch.ts'
import { HEX, paletteOf, type color, type Colors } from '#clinic/palette.ts'

/** https://www.w3.org/TR/WCAG22/#contrast-minimum and #non-text-contrast */
const TEXT = 4.5
const LINE = 3

interface Pairs {
  /** In words, by its token. */
  front: Record<string, string>
  back: string[]
  needs: number
}

const GROUNDS = ['paper', 'sheet', 'sunk']

/** What is seen on what, by the colour that is to be changed if it cannot be seen. */
const PAIRS: Record<keyof Colors, Pairs[]> = {
  paper: [
    { front: { ink: 'text', soft: 'quieter text', bad: 'an error message' }, back: GROUNDS, needs: TEXT },
    {
      front: { 'sage-ink': 'a sage label', 'ocean-ink': 'an ocean label', 'warm-ink': 'a warm label' },
      back: ['paper'],
      needs: TEXT,
    },
    { front: { edge: 'a border', focus: 'the mark of the focus' }, back: GROUNDS, needs: LINE },
  ],
  main: [
    { front: { sea: 'the main colour' }, back: GROUNDS, needs: TEXT },
    { front: { 'on-sea': 'the text of a button' }, back: ['sea', 'sea-deep'], needs: TEXT },
    {
      front: { 'on-deep': 'text of the footer', 'on-deep-soft': 'quieter text of the footer' },
      back: ['deep'],
      needs: TEXT,
    },
    { front: { 'deep-ink': 'the text of a button' }, back: ['on-deep', 'deep-sheet'], needs: TEXT },
    {
      front: { ink: 'text', soft: 'quieter text' },
      back: ['sage-ground', 'ocean-ground', 'warm-ground'],
      needs: TEXT,
    },
  ],
  accent: [{ front: { point: 'a point' }, back: GROUNDS, needs: LINE }],
}

/** Returns what cannot be seen because of one of the colours: the worst pair of both schemes, and what to do. */
function findUnreadable(field: keyof Colors, hex: string, palette: typeof color): string | undefined {
  const pairs = PAIRS[field].flatMap(({ front, back, needs }) =>
    Object.entries(front).flatMap(([token, what]) =>
      back.flatMap((ground) =>
        (['light', 'dark'] as const).map((scheme) => {
          const [seen, on] = [palette(token, scheme), palette(ground, scheme)]
          return { what, seen, on, contrast: contrastOf(seen, on), needs }
        }),
      ),
    ),
  )
  const [worst] = pairs.toSorted((one, other) => one.contrast / one.needs - other.contrast / other.needs)
  if (!worst || worst.contrast >= worst.needs) return undefined
  const [fault, remedy] = field === 'paper' ? ['dark', 'lighter'] : ['light', 'darker']
  const { what, seen, on, contrast, needs } = worst
  // Rounded down, or 4.49 would be 4.5.
  const has = Math.floor(contrast * 10) / 10
  return `${hex} is too ${fault}: ${what}, ${seen} on ${on}, has a contrast of ${has} and needs ${needs}. Choose a ${remedy} colour.`
}

const hex = v.pipe(v.string(), v.regex(HEX, 'a colour looks like #084b47'))

export const colorsSchema = v.pipe(
  v.strictObject({ paper: hex, main: hex, accent: hex }),
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed) return
    const input = dataset.value
    const palette = paletteOf(input)
    const report = (key: keyof Colors) => {
      const message = findUnreadable(key, input[key], palette)
      if (message)
        addIssue({ message, path: [{ type: 'object', origin: 'value', input, key, value: input[key] }] })
      return message !== undefined
    }
    // Another paper changes the contrasts of the two others.
    if (report('paper')) return
    report('main')
    report('accent')
  }),
)
