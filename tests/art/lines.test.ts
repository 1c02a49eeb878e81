import { globSync, readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { SMALL } from '#art/figures/engrave.ts'
import { plateOf } from '#art/figures/plate.ts'
import { SIDE } from '#art/figures/relief.ts'
import { rosette } from '#art/illustrations/rosette.ts'
import { fortnight, HIGHEST_TIDE, tide } from '#art/illustrations/tide.ts'
import { therapies } from '#clinic/current-therapies.ts'
import { heightsAt } from '#tests/art/path.ts'
import { requireSize } from '#tests/harness/size-limit.ts'

const withoutFigure = () => plateOf('without-figure').draw({ fineness: SMALL })

/** All that a therapy may have: no window shows the first visit. */
const drawings = [
  ...globSync('{,raised/}*.svg', { cwd: 'public/drawings/plates' })
    .filter((file) => !file.startsWith('first-visit'))
    .map((file): [string, string] => [file, readFileSync(`public/drawings/plates/${file}`, 'utf8')]),
  ['without-figure', withoutFigure()] as [string, string],
]

/** Returns how much of a square of 24 px around a place is covered by lines, from 0 to 1. */
async function coverage(name: string, [x, y]: readonly [x: number, y: number]) {
  const picture = sharp(readFileSync(`public/drawings/plates/${name}.svg`))
  const square = await picture
    .resize(SIDE, SIDE)
    .extractChannel('alpha')
    .extract({ left: x - 12, top: y - 12, width: 24, height: 24 })
    .toBuffer()
  const { channels } = await sharp(square).stats()
  return (channels[0]?.mean ?? NaN) / 255
}

describe('the drawing of a therapy', () => {
  test.each(drawings)('%s has level lines where the windows of the home page join', (_, svg) => {
    const path = /(?<= d=")[^"]+/.exec(svg)?.[0] ?? svg
    for (const x of [SIDE / 6, SIDE - SIDE / 6]) {
      const heights = heightsAt(path, x).slice(0, SMALL.rows)
      expect(heights).toHaveLength(SMALL.rows)
      heights.forEach((height, row) => {
        const level = ((row + 0.5) / SMALL.rows) * SIDE
        // Half a hair above the level.
        expect(Math.abs(height - level), `line ${row}`).toBeLessThan(1)
      })
    }
  })

  // The large one is drawn for the page of a therapy.
  const massages = [
    'massage',
    ...(therapies.some(({ image }) => image === 'massage') ? ['large/massage'] : []),
  ]
  test.each(massages)('%s is lit from the same side in both schemes', async (name) => {
    const hand = [250, 560] as const
    const shade = [360, 640] as const
    expect(await coverage(name, hand)).toBeLessThan(0.5 * (await coverage(name, shade)))
    expect(await coverage(`${name}-dark`, hand)).toBeGreaterThan(2 * (await coverage(`${name}-dark`, shade)))
  })

  test('without a figure is derived from the name: always the same for one name, different for another', () => {
    const path = withoutFigure()
    expect(withoutFigure()).toBe(path)
    expect(path).not.toBe(plateOf('another').draw({ fineness: SMALL }))
    expect(path).not.toMatch(/NaN|undefined|Infinity/)
    requireSize('A drawing without a figure', gzipSync(path).length / 1024, 14)
  })
})

describe('the rosette', () => {
  test('is one closed ring within its square, turned for each of the others', () => {
    const drawing = rosette({ radius: 300, rings: 10 })
    expect(drawing.match(/ href="#ring"/g)).toHaveLength(9)
    const [, path = ''] = / d="([^"]*)"/.exec(drawing) ?? []
    const numbers = path.match(/-?[\d.]+/g)?.map(Number) ?? []
    expect(numbers.slice(-2)).toEqual(numbers.slice(0, 2))
    expect(Math.min(...numbers)).toBeGreaterThanOrEqual(0)
    expect(Math.max(...numbers)).toBeLessThanOrEqual(600)
  })
})

describe('the fortnight', () => {
  test('starts at the highest tide', () => {
    expect(tide(0)).toBeCloseTo(HIGHEST_TIDE)
  })
  test('runs from edge to edge without leaving its strip', () => {
    const path = fortnight({ width: 1440, height: 72 })
    expect(path.startsWith('M0 1')).toBe(true)
    expect(path).toMatch(/ 1440 [\d.]+$/)
    const heights = [...path.matchAll(/ [\d.]+ ([\d.-]+)(?=S|$)/g)].map((match) => Number(match[1]))
    expect(Math.min(...heights)).toBeGreaterThanOrEqual(0)
    expect(Math.max(...heights)).toBeLessThanOrEqual(72)
  })
})
