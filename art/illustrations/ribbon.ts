import { tenth } from '#art/illustrations/curve.ts'

// A line is a filled ribbon with two edges instead of a stroke, so that its weight can vary.

/** A sample of the line: height, half the weight, and the slopes of both. */
interface Place {
  x: number
  height: number
  heightSlope: number
  half: number
  halfSlope: number
}

interface EdgePoint {
  x: number
  y: number
  slope: number
}

export interface Ribbon {
  from: number
  to: number
  /** Height of the line at x. */
  height: (x: number) => number
  /** Weight of the line at x. */
  weight: (x: number) => number
  /** Tolerance of the curve, in px; the weight has a quarter of it, or half of itself, so that a thin line has no gaps. */
  fine: number
  /** Where a span is compared with the line, as shares of its width: more of them find narrow gaps. */
  checks?: readonly number[] | undefined
}

const LEAST_HALVINGS = 3
const MOST_HALVINGS = 10
/** The rounding error: a tenth of a pixel. */
const ALMOST = 0.11

/** Returns the data of one closed path. */
export function ribbon(line: Ribbon): string {
  const places = placesOf(line)
  const edge = (side: 1 | -1): EdgePoint[] =>
    places.map((place) => ({
      x: place.x,
      y: place.height + side * place.half,
      slope: place.heightSlope + side * place.halfSlope,
    }))
  return outline(edge(-1), edge(1))
}

/** Samples the line adaptively: halves a span until a cubic fits it. Both edges share the samples, so that their
 *  errors cancel and the weight stays even. */
function placesOf({ from, to, height, weight, fine, checks = [0.2, 0.5, 0.8] }: Ribbon): Place[] {
  const half = (x: number) => weight(x) / 2
  const at = (x: number): Place => ({
    x,
    height: height(x),
    heightSlope: (height(x + 0.4) - height(x - 0.4)) / 0.8,
    half: half(x),
    halfSlope: (half(x + 0.4) - half(x - 0.4)) / 0.8,
  })
  const fits = (a: Place, b: Place) =>
    checks.every((t) => {
      const x = a.x + t * (b.x - a.x)
      const width = b.x - a.x
      return (
        Math.abs(cubic(t, width, a.height, a.heightSlope, b.height, b.heightSlope) - height(x)) < fine &&
        Math.abs(cubic(t, width, a.half, a.halfSlope, b.half, b.halfSlope) - half(x)) <
          Math.min(fine / 4, Math.max(ALMOST, half(x) / 2))
      )
    })

  const first = at(from)
  const places = [first]
  const add = (a: Place, b: Place, halvings: number) => {
    if (halvings >= LEAST_HALVINGS && (halvings >= MOST_HALVINGS || fits(a, b))) {
      places.push(b)
      return
    }
    const middle = at((a.x + b.x) / 2)
    add(a, middle, halvings + 1)
    add(middle, b, halvings + 1)
  }
  add(first, at(to), 0)
  return places
}

/** The Hermite cubic between two values with slopes, for t from 0 to 1. */
function cubic(t: number, width: number, a: number, slopeA: number, b: number, slopeB: number) {
  const t2 = t * t
  const t3 = t2 * t
  return (
    (2 * t3 - 3 * t2 + 1) * a +
    (t3 - 2 * t2 + t) * width * slopeA +
    (3 * t2 - 2 * t3) * b +
    (t3 - t2) * width * slopeB
  )
}

/** Draws along the upper edge and back along the lower one. Relative coordinates and tenths of a pixel keep files small. */
function outline(upper: EdgePoint[], lower: EdgePoint[]): string {
  const start = upper[0]
  const turn = lower.at(-1)
  if (!start || !turn) return ''

  // The rounded position of the pen, so that rounding errors do not add up.
  let penX = tenth(start.x)
  let penY = tenth(start.y)
  // The next control point of a smooth continuation.
  let ahead: [number, number] | undefined
  let data = `M${penX} ${penY}`

  const draw = (from: EdgePoint, to: EdgePoint) => {
    const third = (to.x - from.x) / 3
    const x1 = tenth(from.x + third - penX)
    const y1 = tenth(from.y + from.slope * third - penY)
    const x2 = tenth(to.x - third - penX)
    const y2 = tenth(to.y - to.slope * third - penY)
    const x = tenth(to.x - penX)
    const y = tenth(to.y - penY)
    penX = tenth(penX + x)
    penY = tenth(penY + y)
    const isLevel = y1 === 0 && y2 === 0 && y === 0
    const runsOn = ahead && Math.abs(ahead[0] - x1) < ALMOST && Math.abs(ahead[1] - y1) < ALMOST
    ahead = isLevel ? undefined : [x - x2, y - y2]
    if (isLevel) data += `h${x}`
    else data += runsOn ? `s${terse([x2, y2, x, y])}` : `c${terse([x1, y1, x2, y2, x, y])}`
  }

  upper.slice(1).forEach((to, i) => draw(upper[i] ?? start, to))
  data += `V${tenth(turn.y)}`
  penY = tenth(turn.y)
  ahead = undefined
  const back = lower.toReversed()
  back.slice(1).forEach((to, i) => draw(back[i] ?? turn, to))
  return `${data}z`
}

/** Formats numbers in SVG's shortest form: a minus sign separates, and a leading zero is omitted. */
const terse = (numbers: number[]) => numbers.join(' ').replace(/ -/g, '-').replace(/\b0\./g, '.')
