import { clamp, smooth } from './curve.ts'
import { field } from './field.ts'
import type { Disturbance, Plate } from './therapies/disturbance.ts'
import { impulses } from './therapies/impulses.ts'
import { moon } from './therapies/moon.ts'
import { parting } from './therapies/parting.ts'
import { pressure } from './therapies/pressure.ts'
import { spiral } from './therapies/spiral.ts'

/** One drawing for each therapy, by the therapy's id. `fine` is what keeps each file within its weight. */
export const PLATES = {
  neuropuncture: { draw: impulses, fine: 0.7 },
  acupuncture: { draw: parting, fine: 0.42 },
  'german-auricular-medicine': { draw: spiral, fine: 0.42 },
  massage: { draw: pressure, fine: 0.42 },
  'womens-health': { draw: moon, fine: 0.42 },
} satisfies Record<string, { draw: (plate: Plate) => Disturbance; fine: number }>

export type PlateId = keyof typeof PLATES

export interface Size {
  width: number
  height: number
  rows: number
}

/** The five windows of the home page: same rows, same height, so that the lines run on from one to the next. */
export const WINDOW: Size = { width: 480, height: 720, rows: 38 }

const HAIR = 1.15

/** A therapy's lines as one path to be filled, its points, and its meridian if it has one, all in px. */
export function plate(id: PlateId, { width, height, rows }: Size = WINDOW) {
  const { draw, fine } = PLATES[id]
  const { displace, weight, relief, points, meridian } = draw({
    width,
    height,
    pitch: height / rows,
  })
  // The uppermost and lowest lines stay level, as the left and right ends do.
  const settle = (y: number) => smooth(0, 0.06, y / height) * smooth(0, 0.06, 1 - y / height)
  const path = field({
    width,
    height,
    rows,
    displace: (x, y) => displace(x, y) * settle(y),
    weight: weight && ((x, y) => HAIR * clamp(weight(x, y), 0.55, 4.2)),
    hair: HAIR,
    relief,
    fine,
  })
  return {
    path,
    points: points.map((point) => ({ x: point.x * width, y: point.y * height })),
    meridian: meridian === undefined ? undefined : meridian * width,
  }
}
