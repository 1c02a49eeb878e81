import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { HERO_RIVER, river } from '#art/illustrations/river.ts'
import { readMp4 } from '#tests/art/mp4.ts'
import { endsOf } from '#tests/art/path.ts'

const film = (name: string) => readFileSync(new URL(`../../src/components/film/${name}`, import.meta.url))
const at = (t: number) => river({ ...HERO_RIVER, t })

describe('the river’s film', () => {
  test('starts with the still picture', () => {
    const still = readFileSync(new URL('../../public/drawings/river.svg', import.meta.url), 'utf8')
    expect(still).toContain(`viewBox="0 0 ${HERO_RIVER.width} ${HERO_RIVER.height}"`)
    expect(still).toContain(`<path d="${at(0)}"/>`)
  })

  test('is seamless: the step from the last frame to the first is like any other', () => {
    expect(at(1)).toBe(at(0))
    const step = (from: number, to: number) => {
      const [a, b] = [endsOf(at(from / 288)), endsOf(at(to / 288))]
      return Math.max(...a.map(({ right }, row) => Math.abs(right.y - (b[row]?.right.y ?? NaN))))
    }
    expect(step(287, 288)).toBeLessThan(step(286, 287) + 0.3)
  })

  test.each([
    ['river.av1.mp4', 'av01', 400],
    ['river.h264.mp4', 'avc1', 800],
  ])('%s has twelve seconds, no sound and a limited size', (name, codec, kilobytes) => {
    const file = film(name)
    const head = { codec, seconds: 12, width: 1600, height: 480, tracks: 1, startsFast: true }
    expect(readMp4(file)).toEqual(head)
    expect(file.length / 1024).toBeLessThan(kilobytes)
  })
})
