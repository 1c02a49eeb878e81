import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { HERO_RIVER } from '../../art/illustrations/hero.ts'
import { river } from '../../art/illustrations/river.ts'
import { GET } from '../../src/pages/drawings/[name].svg.ts'
import { endsOf } from './path.ts'
import { readMp4 } from './mp4.ts'

const film = (name: string) => readFileSync(new URL(`../../art/hero-video/${name}`, import.meta.url))
const at = (t: number) => river({ ...HERO_RIVER, t })

describe('the river’s film', () => {
  test('begins with the still picture that it replaces', async () => {
    const answer = await GET({ params: { name: 'river' } } as unknown as Parameters<typeof GET>[0])
    expect(await answer.text()).toContain(`viewBox="0 0 ${HERO_RIVER.width} ${HERO_RIVER.height}"`)
    const again = await GET({ params: { name: 'river' } } as unknown as Parameters<typeof GET>[0])
    expect(await again.text()).toContain(`<path d="${at(0)}"/>`)
  })

  test('has no seam: the step from the last frame to the first is like any other', () => {
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
  ])('%s is twelve silent seconds within its weight', (name, codec, kilobytes) => {
    const file = film(name)
    const head = { codec, seconds: 12, width: 1600, height: 480, tracks: 1, startsFast: true }
    expect(readMp4(file)).toEqual(head)
    expect(file.length / 1024).toBeLessThan(kilobytes)
  })
})
