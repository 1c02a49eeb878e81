import { calf } from '#art/figures/calf.ts'
import { cuppedBack } from '#art/figures/cupped-back.ts'
import { designFromName } from '#art/figures/design-from-name.ts'
import { ear } from '#art/figures/ear.ts'
import { engrave, type Engraving, type Figure } from '#art/figures/engrave.ts'
import { knee } from '#art/figures/knee.ts'
import { massagedBack } from '#art/figures/massaged-back.ts'
import { needledBack } from '#art/figures/needled-back.ts'
import { pulse } from '#art/figures/pulse.ts'
import { woman } from '#art/figures/woman.ts'

/** Figures by the name of the image of a therapy or technique; any other one gets a figure from its name. */
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

/** A drawing in a square. Those in the windows of the home page have the same lines at both edges of their middle two
 *  thirds, which the windows show side by side, so that their lines join. */
export interface Plate {
  /** Returns the lines as one path to fill. */
  draw: (engraving: Engraving) => string
  /** What the page draws above the lines. */
  points: { x: number; y: number }[]
}

export function plateOf(name: string): Plate {
  const figure = FIGURES[name]?.() ?? designFromName(name)
  return { draw: (engraving) => engrave(figure, engraving), points: figure.points ?? [] }
}
