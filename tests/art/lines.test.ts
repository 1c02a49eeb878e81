import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { DESIGNS, WINDOW, windowPlate } from '#art/illustrations/plate.ts'
import { river } from '#art/illustrations/river.ts'
import { rosette } from '#art/illustrations/rosette.ts'
import { fortnight, HIGHEST_TIDE, tide } from '#art/illustrations/tide.ts'
import { endsOf } from '#tests/art/path.ts'

// The last one has no design of its own.
const ids = [...Object.keys(DESIGNS), 'reflexology']
const RIVER = { width: 2400, height: 420, rows: 36, point: { x: 0.25, y: 0.4, r: 32 } }

describe('the drawing of a therapy', () => {
  test.each(ids)('%s is level at both edges, so that drawings join', (id) => {
    const { path } = windowPlate(id)
    const lines = endsOf(path)
    expect(lines).toHaveLength(WINDOW.rows)
    lines.forEach(({ left, right }, row) => {
      const level = ((row + 0.5) / WINDOW.rows) * WINDOW.height
      expect(left.x).toBe(0)
      expect(right.x).toBeCloseTo(WINDOW.width, 0)
      // half a hair above the level, on both sides
      expect(Math.abs(left.y - level)).toBeLessThan(1)
      expect(Math.abs(right.y - left.y)).toBeLessThan(0.25)
    })
  })

  test('has the same lines at the edges as all others', () => {
    const [first = [], ...others] = ids.map((id) => endsOf(windowPlate(id).path))
    // A tenth of a pixel is what rounding may cost.
    others.forEach((lines) =>
      lines.forEach(({ left }, row) =>
        expect(Math.abs(left.y - (first[row]?.right.y ?? NaN))).toBeLessThan(0.25),
      ),
    )
  })

  test('without a design is derived from the id: always the same for one id, different for another', () => {
    const { path, points } = windowPlate('reflexology')
    expect(windowPlate('reflexology')).toEqual({ ...windowPlate('reiki'), path, points })
    expect(path).not.toBe(windowPlate('reiki').path)
    expect(path).not.toMatch(/NaN|undefined|Infinity/)
    expect(gzipSync(path).length / 1024).toBeLessThan(12.5)
  })

  test('sets no point on a line', () => {
    const { points } = windowPlate('acupuncture')
    const pitch = WINDOW.height / WINDOW.rows
    points.forEach(({ y }) => expect(Math.abs((y / pitch) % 1)).toBeCloseTo(0, 5))
  })
})

describe('the river', () => {
  test('is seamless: the end of its loop equals the start', () => {
    expect(river({ ...RIVER, t: 1 })).toBe(river({ ...RIVER, t: 0 }))
  })
  test('moves within the loop', () => {
    expect(river({ ...RIVER, t: 0.5 })).not.toBe(river({ ...RIVER, t: 0 }))
  })
  test('is deterministic', () => {
    expect(river(RIVER)).toBe(river(RIVER))
  })
})

describe('the rosette', () => {
  test('closes each of its rings and stays in its square', () => {
    const rings = rosette({ radius: 300, rings: 10 }).split('M').slice(1)
    expect(rings).toHaveLength(10)
    for (const ring of rings) {
      const numbers = ring.match(/-?[\d.]+/g)?.map(Number) ?? []
      expect(numbers.slice(-2)).toEqual(numbers.slice(0, 2))
      expect(Math.min(...numbers)).toBeGreaterThanOrEqual(0)
      expect(Math.max(...numbers)).toBeLessThanOrEqual(600)
    }
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
