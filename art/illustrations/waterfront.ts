import { smooth, tenth } from '#art/illustrations/curve.ts'

// The Three Graces of Liverpool from the river: the Royal Liver Building with its two clock towers and their birds, the
// Cunard Building, and the Port of Liverpool Building with its dome. Level lines 4 px apart draw the walls by their
// weight, and windows are gaps in them. The lowest line is one pitch above the first line of the river, which is the
// ground.

export const WATERFRONT = { width: 560, height: 210 }

const PITCH = 4
const LOWEST = WATERFRONT.height - 2.5
const ROWS = 52

/** Returns the weight of a line (px) at x in a row, counted from the ground, or undefined beyond the part. */
type Part = (x: number, row: number) => number | undefined

const LIT = 0.9
const DARK = 2.8

/** The weight at a place of a rounded part, from -1 at its left to 1 at its right: the light is from the left. */
const rounded = (across: number) => tenth(LIT + (DARK - LIT) * smooth(-0.5, 1, across))

/** Weights of a wall towards its right side, each from its share of the width. */
const SHADES = [
  [0.95, 2.1],
  [0.91, 1.6],
  [0.87, 1.2],
] as const

/** A wall from a row to another one, both included. */
const wall =
  (left: number, right: number, from: number, to: number): Part =>
  (x, row) => {
    if (x < left || x > right || row < from || row > to) return undefined
    const share = (x - left) / (right - left)
    return SHADES.find(([start]) => share > start)?.[1] ?? LIT
  }

const cornice =
  (left: number, right: number, at: number): Part =>
  (x, row) =>
    row === at && x > left && x < right ? DARK : undefined

/** Gaps of a width, evenly over a wall. */
const windows =
  (left: number, right: number, rows: number[], count: number, width: number): Part =>
  (x, row) => {
    if (x < left || x > right || !rows.includes(row)) return undefined
    const pitch = (right - left) / count
    return Math.abs(((x - left) % pitch) - pitch / 2) < width / 2 ? 0 : undefined
  }

/** A roof that narrows from one width to another. */
const roof =
  (cx: number, halfFoot: number, halfTop: number, from: number, to: number): Part =>
  (x, row) => {
    if (row < from || row > to) return undefined
    const half = halfFoot + ((row - from) / (to - from)) * (halfTop - halfFoot)
    return Math.abs(x - cx) <= half ? (x > cx + half * 0.85 ? DARK : 2.1) : undefined
  }

/** A round roof, lit from the upper left. */
const dome =
  (cx: number, half: number, from: number, to: number): Part =>
  (x, row) => {
    if (row < from || row > to) return undefined
    const reach = half * Math.sqrt(1 - ((row - from) / (to - from + 1)) ** 2)
    return Math.abs(x - cx) > reach ? undefined : rounded((x - cx) / reach)
  }

const disc =
  (cx: number, row: number, radius: number): Part =>
  (x, at) =>
    Math.hypot(x - cx, (at - row) * PITCH) < radius ? 0 : undefined

const TOWERS = [64, 160]
const CLOCK = { row: 24, radius: 14 }
/** The row on which the birds stand. */
const PERCH = 44

const tower = (cx: number): Part[] => [
  wall(cx - 21, cx + 21, 17, 30),
  disc(cx, CLOCK.row, CLOCK.radius),
  cornice(cx - 24, cx + 24, 31),
  wall(cx - 17, cx + 17, 32, 35),
  windows(cx - 15, cx + 13, [33, 34], 4, 3),
  cornice(cx - 19, cx + 19, 36),
  wall(cx - 12, cx + 12, 37, 39),
  windows(cx - 10, cx + 8, [37, 38], 3, 2.6),
  cornice(cx - 14, cx + 14, 40),
  dome(cx, 11, 41, 43),
]

const cupola = (cx: number, foot: number, half: number): Part[] => [
  wall(cx - half, cx + half, foot, foot + 5),
  windows(cx - half + 2, cx + half - 3, [foot + 1, foot + 2, foot + 3], 2, 3.4),
  cornice(cx - half - 2, cx + half + 2, foot + 6),
  dome(cx, half, foot + 7, foot + 9),
]

const UPPER = [7, 8, 10, 11, 13, 14]
const GROUND_FLOOR = [0, 1, 2, 3]

const PARTS: Part[] = [
  // Royal Liver Building
  wall(24, 200, 0, 16),
  windows(27, 177, GROUND_FLOOR, 10, 8),
  cornice(21, 203, 5),
  windows(27, 177, UPPER, 15, 4.4),
  cornice(21, 203, 16),
  roof(112, 86, 78, 17, 20),
  ...cupola(35, 17, 9),
  ...cupola(189, 17, 9),
  ...TOWERS.flatMap(tower),
  // Cunard Building
  wall(236, 370, 0, 17),
  windows(239, 351, GROUND_FLOOR, 7, 8),
  cornice(233, 373, 5),
  windows(239, 351, UPPER, 11, 4.4),
  cornice(231, 375, 16),
  // Port of Liverpool Building
  wall(404, 548, 0, 16),
  windows(407, 528, GROUND_FLOOR, 8, 8),
  cornice(401, 551, 5),
  windows(407, 528, UPPER, 12, 4.4),
  cornice(401, 551, 16),
  ...cupola(416, 17, 11),
  ...cupola(536, 17, 11),
  wall(440, 512, 17, 20),
  roof(476, 36, 30, 21, 22),
  wall(451, 501, 23, 29),
  windows(453, 497, [24, 25, 26, 27], 7, 3.2),
  cornice(447, 505, 30),
  dome(476, 25, 31, 37),
  wall(471, 481, 38, 41),
  dome(476, 5, 42, 43),
]

const weightAt = (x: number, row: number) => PARTS.reduce((weight, part) => part(x, row) ?? weight, 0)

const levelOf = (row: number) => LOWEST - row * PITCH
const STEP = 0.5
/** On the dome, from the row of its lantern's top. */
const SPIRE = { x: 476, row: 43, height: 18 }

/** A Liver bird, a cormorant, 22 px high: in profile, with a raised wing. It faces right; its feet are at (0, 0). */
const BIRD =
  'M-1.3 0-1-4C-4-4-7-3-10.5-1.5L-5.2-8-11.5-20.5C-6-19.5-1.5-17 .3-12.8 1.6-13.6 2-15 2-17 2-20.4 4-22 6-20.8L10.6-18.7 6-18.2C4.8-16.2 6-12 5-9 4.4-6 3-4.5 1.2-4L1.5 0z'

const facing = ['scale(-1 1)', '']

/** Returns the drawing in one colour. */
export function waterfront(ink: string): string {
  const paths = new Map<number, string>()
  for (let row = 0; row < ROWS; row++) {
    /** Where the last line in this row ends, by weight. */
    const ends = new Map<number, number>()
    let from = 0
    let weight = 0
    for (let x = 0; x <= WATERFRONT.width; x += STEP) {
      const next = x < WATERFRONT.width ? weightAt(x + STEP / 2, row) : 0
      if (next === weight) continue
      if (weight > 0) {
        const end = ends.get(weight)
        const start = end === undefined ? `M${from} ${levelOf(row)}` : `m${tenth(from - end)} 0`
        paths.set(weight, `${paths.get(weight) ?? ''}${start}h${tenth(x - from)}`)
        ends.set(weight, x)
      }
      from = x
      weight = next
    }
  }
  const lines = [...paths].map(([weight, data]) => `<path stroke-width="${weight}" d="${data}"/>`)
  const clocks = TOWERS.map((cx) => {
    const at = levelOf(CLOCK.row)
    return `<circle cx="${cx}" cy="${at}" r="${CLOCK.radius - 1.5}"/><path d="M${cx} ${at - 9}v9h6"/>`
  })
  const spire = `<path d="M${SPIRE.x} ${levelOf(SPIRE.row)}v-${SPIRE.height}"/>`
  const birds = TOWERS.map(
    (cx, i) => `<path transform="translate(${cx} ${levelOf(PERCH) + PITCH / 2}) ${facing[i]}" d="${BIRD}"/>`,
  )
  return `<g fill="none" stroke="${ink}">${lines.join('')}<g stroke-width="1.6">${clocks.join('')}${spire}</g></g><g fill="${ink}">${birds.join('')}</g>`
}
