import { describe, expect, it } from 'vitest'
import { labelWidth, layOutBars, type BarValues } from '#islands/admin/overview/bar-geometry.ts'

const bar = (parts: number[], mark: number | null = null): BarValues => ({ parts, mark })

/** Returns the amounts in pounds at which each part begins and ends, read off the axis. */
function partsOf(bars: BarValues[], index = 0) {
  const { bands, ticks } = layOutBars(bars)
  const [low, high] = [ticks[0]!, ticks.at(-1)!]
  const amountAt = (y: number) =>
    // Without a negative zero.
    Math.round(low.pounds + ((low.y - y) / (low.y - high.y)) * (high.pounds - low.pounds)) || 0
  return bands[index]!.parts.map(({ y, height }) => [amountAt(y + height), amountAt(y)])
}

describe('layOutBars', () => {
  it('stacks the parts of a bar to its sum', () => {
    expect(partsOf([bar([300, 120]), bar([0, 700])])).toEqual([
      [0, 300],
      [300, 420],
    ])
  })

  it('lays a part below zero that lost more than it sold', () => {
    expect(partsOf([bar([-40, 100])])).toEqual([
      [-40, 0],
      [0, 100],
    ])
  })

  it('names round amounts from zero to at least the highest bar or mark', () => {
    expect(layOutBars([bar([730])]).ticks.map(({ pounds }) => pounds)).toEqual([0, 200, 400, 600, 800])
    expect(layOutBars([bar([730], 1900)]).ticks.at(-1)).toEqual({ pounds: 2000, y: 0 })
  })

  it('reaches no further below zero than the lowest bar', () => {
    const { bands, ticks } = layOutBars([bar([-5.5]), bar([730])])
    expect(ticks.map(({ pounds }) => pounds)).toEqual([0, 200, 400, 600, 800])
    const { y, height } = bands[0]!.parts[0]!
    expect(y + height).toBeCloseTo(100)
    expect(height).toBeLessThan(1)
  })

  it('gives a single bar a sixth of the chart, at the left', () => {
    const { x, width } = layOutBars([bar([50])]).bands[0]!
    expect(x).toBeCloseTo(0)
    expect(width).toBeCloseTo(100 / 6)
  })

  it('draws the line as wide as each bar’s place, and not where there is no mark', () => {
    const { markPath } = layOutBars([bar([100]), ...Array.from({ length: 9 }, () => bar([0], 50))])
    expect(markPath).toMatch(/^M10,50/)
    expect(markPath).toMatch(/L100,50$/)
    expect(layOutBars([bar([100])]).markPath).toBeUndefined()
    expect(layOutBars([bar([100], 50)]).markPath).toMatch(/^M0,50L16\.\d+,50$/)
  })
})

describe('labelWidth', () => {
  it.each([
    [1, [0], [0], [0]],
    [7, [2, 6], [0, 2, 4, 6], [0, 1, 2, 3, 4, 5, 6]],
    [12, [5, 11], [2, 5, 8, 11], [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]],
    [14, [5, 13], [1, 5, 9, 13], [1, 3, 5, 7, 9, 11, 13]],
    [36, [17, 35], [8, 17, 26, 35], [2, 5, 8, 11, 14, 17, 20, 23, 26, 29, 32, 35]],
  ])('names bars of %i evenly apart: %j, %j and %j', (count, narrow, middle, wide) => {
    const named = (...widths: unknown[]) =>
      Array.from({ length: count }, (_, index) => index).filter((index) =>
        widths.includes(labelWidth(index, count)),
      )
    expect(named('narrow')).toEqual(narrow)
    expect(named('narrow', 'middle')).toEqual(middle)
    expect(named('narrow', 'middle', 'wide')).toEqual(wide)
  })
})
