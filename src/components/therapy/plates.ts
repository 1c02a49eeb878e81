import { smooth } from '../../../art/illustrations/curve.ts'
import { field } from '../../../art/illustrations/field.ts'
import { plate, type PlateId, PLATES, type Size } from '../../../art/illustrations/plate.ts'
import type { Disturbance, Plate } from '../../../art/illustrations/therapies/disturbance.ts'
import { cups } from './drawings/cups.ts'
import { muscle } from './drawings/muscle.ts'

// The therapies' drawings as their own pages show them: square, where the home page has windows.

export interface Picture extends Size {
  path: string
  points: { x: number; y: number }[]
  meridian?: number | undefined
}

const PAGE: Size = { width: 720, height: 720, rows: 42 }
/** A therapy's window, drawn square. Its points go along with the lines that they lie between. */
function page(id: PlateId): Picture {
  const { width, height, rows } = PAGE
  const pitch = height / rows
  const { displace } = PLATES[id].draw({ width, height, pitch })
  const { points, ...rest } = plate(id, PAGE)
  const along = (x: number, y: number) => (displace(x, y - pitch / 2) + displace(x, y + pitch / 2)) / 2
  return { ...PAGE, ...rest, points: points.map(({ x, y }) => ({ x, y: y + along(x, y) })) }
}

const TECHNIQUE = { width: 480, height: 480 }
const HAIR = 1.1

function technique(draw: (plate: Plate) => Disturbance, rows: number): Picture {
  const { width, height } = TECHNIQUE
  const { displace, weight, points } = draw({ width, height, pitch: height / rows })
  // As in plate(): the uppermost and lowest lines stay level.
  const settle = (y: number) => smooth(0, 0.1, y / height) * smooth(0, 0.1, 1 - y / height)
  const path = field({
    width,
    height,
    rows,
    displace: (x, y) => displace(x, y) * settle(y),
    weight: weight && ((x, y) => HAIR * weight(x, y)),
    hair: HAIR,
    fine: 0.3,
  })
  return { width, height, rows, path, points }
}

/** By the name that the content gives as `image`. */
export const pictures: Record<string, () => Picture> = {
  ...Object.fromEntries(Object.keys(PLATES).map((id) => [id, () => page(id as PlateId)])),
  'sports-massage': () => technique(muscle, 34),
  cupping: () => technique(cups, 46),
}

export function picture(name: string): Picture {
  const draw = pictures[name]
  if (!draw) throw new Error(`There is no drawing named ${name}: see src/components/therapy/plates.ts`)
  return draw()
}
