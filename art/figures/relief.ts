import { bell, clamp, smooth } from '#art/illustrations/curve.ts'
import type { Distance } from '#art/illustrations/shapes.ts'

// A body as a map of heights above the level of the lines, sampled on a grid. All lengths are in px of the drawing.

/** A figure is drawn in a square of this side. */
export const SIDE = 720
const CELL = 2.5
/** The grid extends beyond the square, so that bodies leave it without an edge. */
const MARGIN = 40
const COUNT = (SIDE + 2 * MARGIN) / CELL + 1

export type Heights = Float64Array

const place = (index: number) => index * CELL - MARGIN

/** Samples a function on the grid. */
export function sample(value: (x: number, y: number) => number): Heights {
  const grid = new Float64Array(COUNT * COUNT)
  for (let row = 0; row < COUNT; row++)
    for (let column = 0; column < COUNT; column++)
      grid[row * COUNT + column] = value(place(column), place(row))
  return grid
}

/** Returns the value at any place, interpolated smoothly between the cells. */
export function reader(grid: Heights): (x: number, y: number) => number {
  const cell = (column: number, row: number) =>
    grid[clamp(row, 0, COUNT - 1) * COUNT + clamp(column, 0, COUNT - 1)]!
  const spline = (a: number, b: number, c: number, d: number, t: number) =>
    b + 0.5 * t * (c - a + t * (2 * a - 5 * b + 4 * c - d + t * (3 * (b - c) + d - a)))
  return (x, y) => {
    const across = (x + MARGIN) / CELL
    const down = (y + MARGIN) / CELL
    const [column, row] = [Math.floor(across), Math.floor(down)]
    const [s, t] = [across - column, down - row]
    const line = (at: number) =>
      spline(cell(column - 1, at), cell(column, at), cell(column + 1, at), cell(column + 2, at), s)
    return spline(line(row - 1), line(row), line(row + 1), line(row + 2), t)
  }
}

const mix = (a: Heights, b: Heights, value: (a: number, b: number) => number): Heights =>
  a.map((height, i) => value(height, b[i]!))

/** Blows a shape up like a cushion: a circle becomes half a ball, a strip half a tube. `fullness` scales its height. */
export function inflate(shape: Distance, fullness = 1): Heights {
  const away = sample(shape)
  const isInside = away.map((distance) => (distance < 0 ? 1 : 0))
  const pressure = new Float64Array(COUNT * COUNT)
  // Solves Poisson's equation on finer and finer grids. Beyond the grid the body continues.
  for (const stride of [16, 8, 4, 2, 1]) relax(pressure, isInside, stride)
  return pressure.map((value) => fullness * Math.sqrt(Math.max(0, value)))
}

function relax(pressure: Heights, isInside: Heights, stride: number): void {
  const last = Math.floor((COUNT - 1) / stride)
  // At the rim of the grid the neighbour within stands for the one that is missing.
  const within = (at: number) => (at > last ? last - 1 : Math.abs(at)) * stride
  const cells: number[] = []
  for (let row = 0; row <= last; row++)
    for (let column = 0; column <= last; column++) {
      const [x, y] = [column * stride, row * stride * COUNT]
      if (isInside[y + x] === 0) continue
      const [left, right] = [within(column - 1), within(column + 1)]
      cells.push(y + x, y + left, y + right, within(row - 1) * COUNT + x, within(row + 1) * COUNT + x)
    }
  const source = 2 * (stride * CELL) ** 2
  for (let sweep = 0; sweep < 40; sweep++)
    for (let i = 0; i < cells.length; i += 5) {
      const here = cells[i]!
      const around =
        pressure[cells[i + 1]!]! +
        pressure[cells[i + 2]!]! +
        pressure[cells[i + 3]!]! +
        pressure[cells[i + 4]!]!
      pressure[here] = 1.7 * 0.25 * (around + source) - 0.7 * pressure[here]!
    }
  if (stride > 1) refine(pressure, isInside, stride)
}

/** Fills the places of the next finer grid. */
function refine(pressure: Heights, isInside: Heights, stride: number): void {
  const half = stride / 2
  const last = Math.floor((COUNT - 1) / stride)
  const snap = (at: number) => Math.min(last, at) * stride
  for (let row = 0; row * half < COUNT; row++)
    for (let column = 0; column * half < COUNT; column++) {
      const here = row * half * COUNT + column * half
      if (isInside[here] === 0 || (row % 2 === 0 && column % 2 === 0)) continue
      const [left, right] = [snap(Math.floor(column / 2)), snap(Math.ceil(column / 2))]
      const [top, bottom] = [snap(Math.floor(row / 2)) * COUNT, snap(Math.ceil(row / 2)) * COUNT]
      pressure[here] =
        (pressure[top + left]! +
          pressure[top + right]! +
          pressure[bottom + left]! +
          pressure[bottom + right]!) /
        4
    }
}

/** Joins bodies with a seam that is rounded over `width` px. */
export const join = (width: number, ...bodies: Heights[]): Heights =>
  bodies.reduce((all, body) =>
    mix(all, body, (a, b) => {
      if (a <= 0 || b <= 0) return Math.max(a, b)
      const seam = Math.max(0, width - Math.abs(a - b)) / width
      return Math.max(a, b) + (seam * seam * width) / 4
    }),
  )

/** Lifts a whole body. */
export const lifted = (body: Heights, by: number): Heights =>
  body.map((height) => (height > 0 ? height + by : 0))

/** Lays a body on another one, whose details do not show through it: `lift` px above its surface at the edge. */
export function layOn(ground: Heights, body: Heights, lift = 0): Heights {
  const smoothed = blur(ground, 20)
  return ground.map((below, i) => (body[i]! > 0 ? smoothed[i]! + lift + body[i]! : below))
}

/** Adds a soft hill (or a hollow, with a negative height) around a shape or curve. Only where there is a body. */
export const swell = (body: Heights, shape: Distance, width: number, height: number): Heights =>
  mix(
    body,
    sample((x, y) => height * bell(Math.max(0, shape(x, y)), width)),
    (below, hill) => (below > 0 ? Math.max(0.01, below + hill) : below),
  )

/** 1 within the middle 480 px, and 0 towards both edges of them, where the lines of neighbours meet. */
export const edges = (x: number) => smooth(126, 162, x) * smooth(126, 162, SIDE - x)

/** A blur of about `radius` px: three times a moving average. */
export function blur(grid: Heights, radius: number): Heights {
  const reach = Math.max(1, Math.round(radius / CELL))
  let from = grid
  for (let pass = 0; pass < 3; pass++) from = average(average(from, reach, 1, COUNT), reach, COUNT, 1)
  return from
}

function average(from: Heights, reach: number, step: number, line: number): Heights {
  const to = new Float64Array(from.length)
  for (let i = 0; i < COUNT; i++) {
    const at = (k: number) => from[i * line + clamp(k, 0, COUNT - 1) * step]!
    let sum = 0
    for (let k = -reach; k <= reach; k++) sum += at(k)
    for (let k = 0; k < COUNT; k++) {
      to[i * line + k * step] = sum / (2 * reach + 1)
      sum += at(k + reach + 1) - at(k - reach)
    }
  }
  return to
}

/** Tones that set a light body off from the `tone` of what it lies on, by a dark furrow around it. */
export function setOff(body: Heights, tone: number, own = 0.02): Heights {
  const near = blur(
    body.map((height) => (height > 0 ? 1 : 0)),
    5,
  )
  return near.map((share, i) => (body[i]! > 0 ? own : tone + share * (1 - tone)))
}

/** How much of the light at each place a higher one takes, from 0 to 1. */
export function shadow(heights: Heights, { reach = 60, slope = 0.55, soft = 14 } = {}): Heights {
  const read = (column: number, row: number) =>
    heights[clamp(row, 0, COUNT - 1) * COUNT + clamp(column, 0, COUNT - 1)]!
  const grid = new Float64Array(heights.length)
  for (let row = 0; row < COUNT; row++)
    for (let column = 0; column < COUNT; column++) {
      let over = 0
      for (let far = 2; far * CELL < reach; far += 1) {
        const rise = read(column - Math.round(far * 0.8), row - Math.round(far * 0.6)) - read(column, row)
        over = Math.max(over, rise - far * CELL * slope)
      }
      grid[row * COUNT + column] = smooth(0, soft, over)
    }
  return grid
}
