import { calf } from '#art/figures/calf.ts'
import { cuppedBack } from '#art/figures/cupped-back.ts'
import { designFromName } from '#art/figures/design-from-name.ts'
import { ear } from '#art/figures/ear.ts'
import { BLEED, engrave, ROWS, type Figure } from '#art/figures/engrave.ts'
import { knee } from '#art/figures/knee.ts'
import { massagedBack } from '#art/figures/massaged-back.ts'
import { needledBack } from '#art/figures/needled-back.ts'
import { pulse } from '#art/figures/pulse.ts'
import { SIDE } from '#art/figures/relief.ts'
import { woman } from '#art/figures/woman.ts'
import { lineField } from '#art/illustrations/line-field.ts'

/** Figures by the name of the image of a therapy or technique; any other one gets a design from its name. */
const FIGURES: Record<string, () => Figure> = {
  acupuncture: needledBack,
  massage: massagedBack,
  'sports-massage': calf,
  cupping: cuppedBack,
  'german-auricular-medicine': ear,
  neuropuncture: knee,
  'womens-health': woman,
  'first-visit': pulse,
}

/** Drawings in a square. All have the same lines at both edges of their middle two thirds, which windows side by side
 *  show, so that their lines join. */
export interface Plate {
  /** Lines as one path to fill. */
  path: string
  /** The same with a higher relief, for a plate under the pointer. */
  raised: string
  /** What the page draws above the lines. */
  points: { x: number; y: number }[]
}

const RAISE = 1.3

export function drawPlate(name: string): Plate {
  const figure = FIGURES[name]?.()
  if (figure) return { path: engrave(figure), raised: engrave(figure, RAISE), points: figure.points ?? [] }
  const { displace, points } = designFromName(name)
  const draw = (raise: number) =>
    lineField({
      width: SIDE,
      height: SIDE,
      rows: ROWS,
      bleed: BLEED,
      displace: (x, y) => raise * displace(x, y),
      fine: 0.7,
    })
  return { path: draw(1), raised: draw(RAISE), points }
}
