import { clamp, smooth } from '#art/illustrations/curve.ts'
import {
  cups,
  designFromName,
  impulses,
  moon,
  muscle,
  parting,
  pressure,
  spiral,
  type Canvas,
  type Disturbance,
} from '#art/illustrations/designs.ts'
import { lineField } from '#art/illustrations/line-field.ts'

type Design = (canvas: Canvas) => Disturbance

/** Designs by the id of a therapy; any other therapy gets one from its id. `fine` (px) limits the size of the file. */
export const DESIGNS: Record<string, { design: Design; fine: number }> = {
  neuropuncture: { design: impulses, fine: 0.7 },
  acupuncture: { design: parting, fine: 0.42 },
  'german-auricular-medicine': { design: spiral, fine: 0.42 },
  massage: { design: pressure, fine: 0.42 },
  'womens-health': { design: moon, fine: 0.42 },
}

/** Designs of techniques, such as cupping within massage, by the name of their image. */
const TECHNIQUES: Record<string, { design: Design; rows: number }> = {
  'sports-massage': { design: muscle, rows: 34 },
  cupping: { design: cups, rows: 46 },
}

interface Size {
  width: number
  height: number
  rows: number
}

/** The drawings in a row on the home page. Same height and rows, because their lines join. */
export const WINDOW: Size = { width: 480, height: 720, rows: 38 }
/** The drawing at the top of a therapy's page. */
const PAGE: Size = { width: 720, height: 720, rows: 42 }
const TECHNIQUE = { width: 480, height: 480 }

/** Lines as one path to fill, with the points and the meridian that the page draws above it. All in px. */
export interface PlateDrawing {
  width: number
  height: number
  path: string
  points: { x: number; y: number }[]
  meridian?: number | undefined
}

const designOf = (id: string) => DESIGNS[id] ?? { design: designFromName(id), fine: 0.7 }

/** Draws a therapy for the home page. */
export const windowPlate = (id: string) => draw(id, WINDOW)

/** Draws a therapy for its own page. Its points move with the lines around them. */
export function pagePlate(id: string): PlateDrawing {
  const { width, height, rows } = PAGE
  const pitch = height / rows
  const { displace } = designOf(id).design({ width, height, pitch })
  const plate = draw(id, PAGE)
  const shift = (x: number, y: number) => (displace(x, y - pitch / 2) + displace(x, y + pitch / 2)) / 2
  return { ...plate, points: plate.points.map(({ x, y }) => ({ x, y: y + shift(x, y) })) }
}

const HAIR = 1.15

function draw(id: string, { width, height, rows }: Size): PlateDrawing {
  const { design, fine } = designOf(id)
  const { displace, weight, relief, points, meridian } = design({ width, height, pitch: height / rows })
  // The top and bottom lines stay level, as the left and right ends do.
  const settle = (y: number) => smooth(0, 0.06, y / height) * smooth(0, 0.06, 1 - y / height)
  const path = lineField({
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
    width,
    height,
    path,
    points: points.map((point) => ({ x: point.x * width, y: point.y * height })),
    meridian: meridian === undefined ? undefined : meridian * width,
  }
}

const TECHNIQUE_HAIR = 1.1

/** Draws a technique for the page of its therapy, by the name of its image. */
export function techniquePlate(name: string): PlateDrawing {
  const { design, rows } = TECHNIQUES[name] ?? { design: designFromName(name), rows: 40 }
  const { width, height } = TECHNIQUE
  const { displace, weight } = design({ width, height, pitch: height / rows })
  const settle = (y: number) => smooth(0, 0.1, y / height) * smooth(0, 0.1, 1 - y / height)
  const path = lineField({
    width,
    height,
    rows,
    displace: (x, y) => displace(x, y) * settle(y),
    weight: weight && ((x, y) => TECHNIQUE_HAIR * weight(x, y)),
    hair: TECHNIQUE_HAIR,
    fine: 0.3,
  })
  return { width, height, path, points: [] }
}
