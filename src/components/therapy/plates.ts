import { field } from '../../drawing/field.ts'
import { plate, type PlateId, PLATES, type Size } from '../../drawing/plate.ts'
import type { Disturbance, Plate } from '../../drawing/therapies/disturbance.ts'
import { cups } from './drawings/cups.ts'
import { muscle } from './drawings/muscle.ts'

// The therapies' drawings as their own pages show them: square, where the home page has windows.

export interface Picture extends Size {
  path: string
  points: { x: number; y: number }[]
  meridian?: number | undefined
}

const PAGE: Size = { width: 900, height: 900, rows: 50 }
const TECHNIQUE: Size = { width: 480, height: 480, rows: 28 }

function technique(draw: (plate: Plate) => Disturbance): Picture {
  const { width, height, rows } = TECHNIQUE
  const { displace, weight, points } = draw({ width, height, pitch: height / rows })
  const hair = 1.15
  const ink = weight && ((x: number, y: number) => hair * weight(x, y))
  return { ...TECHNIQUE, points, path: field({ ...TECHNIQUE, displace, weight: ink, hair, fine: 0.42 }) }
}

/** By the name that the content gives as `image`. */
export const pictures: Record<string, () => Picture> = {
  ...Object.fromEntries(
    Object.keys(PLATES).map((id) => [id, () => ({ ...PAGE, ...plate(id as PlateId, PAGE) })]),
  ),
  'sports-massage': () => technique(muscle),
  cupping: () => technique(cups),
}

export function picture(name: string): Picture {
  const draw = pictures[name]
  if (!draw) throw new Error(`There is no drawing named ${name}: see src/components/therapy/plates.ts`)
  return draw()
}
