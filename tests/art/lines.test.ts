import { globSync, readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { ROWS } from '#art/figures/engrave.ts'
import { drawPlate } from '#art/figures/plate.ts'
import { SIDE } from '#art/figures/relief.ts'
import { rosette } from '#art/illustrations/rosette.ts'
import { fortnight, HIGHEST_TIDE, tide } from '#art/illustrations/tide.ts'
import { heightsAt } from '#tests/art/path.ts'
import { requireSize } from '#tests/harness/size-limit.ts'

const { path: withoutFigure } = drawPlate('without-figure')

const drawings: [name: string, path: string][] = [
  ...globSync('public/drawings/plates/**/*.svg').map((file): [string, string] => [
    file,
    readFileSync(file, 'utf8'),
  ]),
  ['without-figure', withoutFigure],
]

describe('the drawing of a therapy', () => {
  test.each(drawings)('%s has level lines where the windows of the home page join', (_, svg) => {
    const path = /(?<= d=")[^"]+/.exec(svg)?.[0] ?? svg
    for (const x of [SIDE / 6, SIDE - SIDE / 6]) {
      const heights = heightsAt(path, x)
      expect(heights).toHaveLength(ROWS)
      heights.forEach((height, row) => {
        const level = ((row + 0.5) / ROWS) * SIDE
        // Half a hair above the level.
        expect(Math.abs(height - level), `line ${row}`).toBeLessThan(1)
      })
    }
  })

  test('without a figure is derived from the name: always the same for one name, different for another', () => {
    const plate = drawPlate('without-figure')
    expect(drawPlate('without-figure')).toEqual(plate)
    expect(plate.path).not.toBe(drawPlate('another').path)
    expect(plate.points).toHaveLength(1)
    expect(plate.path).not.toMatch(/NaN|undefined|Infinity/)
    requireSize('A drawing without a figure', gzipSync(plate.path).length / 1024, 14)
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
