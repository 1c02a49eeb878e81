import { smooth, tenth } from '#art/illustrations/curve.ts'
import { curveThrough, limb, type Point } from '#art/illustrations/shapes.ts'

/** A smooth line through points, each with half its width, in px. */
export type Stroke = readonly (readonly [x: number, y: number, half: number])[]

/** Clear space on both sides, in px. */
const CLEAR = 5

/** Returns how much of a line is left at a place: 0 under a stroke, 1 away from all. */
export function clearance(strokes: Stroke[]): (x: number, y: number) => number {
  const shapes = strokes.map(limb)
  return (x, y) => shapes.reduce((left, shape) => Math.min(left, smooth(0.5, CLEAR, shape(x, y))), 1)
}

/** Returns the outline of a stroke as a path to fill. */
export function drawStroke(stroke: Stroke): string {
  const line = curveThrough(stroke) as [number, number, number][]
  const side = (sign: 1 | -1) =>
    line.map(([x, y, half], i): Point => {
      const [ax, ay] = line[Math.max(0, i - 1)]!
      const [bx, by] = line[Math.min(line.length - 1, i + 1)]!
      const length = Math.hypot(bx - ax, by - ay) || 1
      return [tenth(x - (sign * half * (by - ay)) / length), tenth(y + (sign * half * (bx - ax)) / length)]
    })
  return `M${[...side(1), ...side(-1).toReversed()].map(([x, y]) => `${x} ${y}`).join('L')}z`
}

/** A needle from the skin outwards: a thin shaft, then a handle, each with half its width. */
export function needle([x, y]: Point, [dx, dy]: Point, { shaft = 1.3, handle = 3.4 } = {}): Stroke[] {
  const at = (share: number, half: number) => [x + dx * share, y + dy * share, half] as const
  return [
    [at(0, shaft), at(0.55, shaft)],
    [at(0.55, handle), at(1, handle)],
  ]
}

/** A small disc. */
export const dot = ([x, y]: Point, radius: number): Stroke =>
  [-1, -0.7, 0, 0.7, 1].map(
    (share) => [x + radius * share, y, radius * Math.sqrt(1 - share * share)] as const,
  )

/** A ring as a path to fill over the lines of a drawing. It runs as they do, so that it hides them. */
export function ring([x, y]: Point, radius: number, half: number): string {
  const circle = (r: number, sweep: 0 | 1) =>
    `M${tenth(x - r)} ${tenth(y)}a${r} ${r} 0 1 ${sweep} ${2 * r} 0a${r} ${r} 0 1 ${sweep} ${-2 * r} 0z`
  return circle(radius + half, 1) + circle(radius - half, 0)
}
