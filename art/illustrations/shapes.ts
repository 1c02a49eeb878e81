import { clamp } from '#art/illustrations/curve.ts'

// Shapes as signed distances in px, negative inside, and curves that bodies are built from.

export type Point = readonly [x: number, y: number]
export type Distance = (x: number, y: number) => number

const STEPS = 6

/** Returns a smooth curve through the points (Catmull-Rom) as a polyline. Further numbers of a point, such as a radius,
 *  run smoothly as well. */
export function curveThrough(points: readonly (readonly number[])[], closed = false): number[][] {
  const count = points.length
  const at = (i: number) => points[closed ? (i + count) % count : clamp(i, 0, count - 1)]!
  const spans = closed ? count : count - 1
  const along = Array.from({ length: spans * STEPS }, (_, step) => {
    const i = Math.floor(step / STEPS)
    const t = (step % STEPS) / STEPS
    return at(i).map((_, axis) => {
      const [a, b, c, d] = [at(i - 1)[axis]!, at(i)[axis]!, at(i + 1)[axis]!, at(i + 2)[axis]!]
      return b + 0.5 * t * (c - a + t * (2 * a - 5 * b + 4 * c - d + t * (3 * (b - c) + d - a)))
    })
  })
  return closed ? along : [...along, [...at(count - 1)]]
}

/** The area within a smooth closed curve through the points. */
export function contour(points: readonly Point[]): Distance {
  const line = curveThrough(points, true)
  const [xs, ys] = columns(line)
  const beyond = box(xs, ys)
  return (x, y) => {
    const far = beyond(x, y)
    if (far > FAR) return far
    let nearest = Infinity
    let inside = false
    for (let i = 0, j = xs.length - 1; i < xs.length; j = i++) {
      const ax = xs[j]!
      const ay = ys[j]!
      const bx = xs[i]!
      const by = ys[i]!
      nearest = Math.min(nearest, toSegment(x, y, ax, ay, bx, by))
      if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside
    }
    return inside ? -nearest : nearest
  }
}

/** A tube along a smooth curve; each point has its own radius. */
export function limb(points: readonly (readonly [x: number, y: number, radius: number])[]): Distance {
  const [xs, ys, radii] = columns(curveThrough(points))
  const widest = Math.max(...radii)
  const beyond = box(xs, ys)
  return (x, y) => {
    const far = beyond(x, y) - widest
    if (far > FAR) return far
    let nearest = Infinity
    for (let i = 1; i < xs.length; i++) {
      const ax = xs[i - 1]!
      const ay = ys[i - 1]!
      const bx = xs[i]!
      const by = ys[i]!
      const radius = radii[i - 1]! + along(x, y, ax, ay, bx, by) * (radii[i]! - radii[i - 1]!)
      nearest = Math.min(nearest, toSegment(x, y, ax, ay, bx, by) - radius)
    }
    return nearest
  }
}

/** Beyond this distance (px) nothing depends on it exactly. */
const FAR = 60

const columns = (line: number[][]) =>
  [0, 1, 2].map((axis) => line.map((point) => point[axis] ?? 0)) as Columns
type Columns = [xs: number[], ys: number[], radii: number[]]

const box = (xs: number[], ys: number[]): Distance => {
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)]
  return (x, y) => Math.max(left - x, x - right, top - y, y - bottom)
}

/** A smooth line without thickness. */
export const lineAlong = (points: readonly Point[]): Distance =>
  limb(points.map(([x, y]): [number, number, number] => [x, y, 0]))

/** An ellipse by its centre and radii, turned clockwise. Its distance is exact enough near the outline. */
export const oval =
  ([cx, cy]: Point, rx: number, ry: number, degrees = 0): Distance =>
  (x, y) => {
    const angle = (degrees * Math.PI) / 180
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
    const across = ((x - cx) * cos + (y - cy) * sin) / rx
    const down = ((y - cy) * cos - (x - cx) * sin) / ry
    const far = Math.hypot(across, down)
    const steep = Math.hypot(across / rx, down / ry)
    return far < 0.01 ? -Math.min(rx, ry) : (far * (far - 1)) / steep
  }

/** A union whose seams are rounded over `width` px. */
export const merge =
  (width: number, ...shapes: Distance[]): Distance =>
  (x, y) =>
    shapes.reduce((nearest, shape) => {
      const away = shape(x, y)
      const seam = Math.max(0, width - Math.abs(nearest - away)) / width
      return Math.min(nearest, away) - (seam * seam * width) / 4
    }, 1e6)

export const mirrored =
  (shape: Distance, axis: number): Distance =>
  (x, y) =>
    shape(2 * axis - x, y)

function along(x: number, y: number, ax: number, ay: number, bx: number, by: number): number {
  const dx = bx - ax
  const dy = by - ay
  return clamp(((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy || 1), 0, 1)
}

function toSegment(x: number, y: number, ax: number, ay: number, bx: number, by: number): number {
  const t = along(x, y, ax, ay, bx, by)
  const dx = x - ax - t * (bx - ax)
  const dy = y - ay - t * (by - ay)
  return Math.sqrt(dx * dx + dy * dy)
}

/** Where a part with coordinates of its own is put: turned clockwise, then moved. */
export interface Placement {
  at: Point
  degrees?: number
  scale?: number
  mirror?: boolean
}

/** Puts a shape in its place. */
export function put(
  shape: Distance,
  { at: [cx, cy], degrees = 0, scale = 1, mirror = false }: Placement,
): Distance {
  const angle = (degrees * Math.PI) / 180
  const [cos, sin] = [Math.cos(angle) / scale, Math.sin(angle) / scale]
  return (x, y) => {
    const across = (x - cx) * cos + (y - cy) * sin
    const down = (y - cy) * cos - (x - cx) * sin
    return scale * shape(mirror ? -across : across, down)
  }
}
