import { clamp, smooth } from '#art/illustrations/curve.ts'
import { lineField } from '#art/illustrations/line-field.ts'
import {
  balls,
  bowl,
  cuppingSet,
  eyePillow,
  mat,
  rings,
  roller,
  teaTin,
  tuningFork,
  wheatBag,
  type Silhouette,
} from '#art/illustrations/silhouettes.ts'

/** The sample products of the shop, with the theme of each. */
export const PRODUCTS = {
  'tuning-fork': { theme: 'ocean', shape: tuningFork },
  'cupping-set': { theme: 'sage', shape: cuppingSet },
  'acupressure-mat': { theme: 'warm', shape: mat },
  'singing-bowl': { theme: 'ocean', shape: bowl },
  'herbal-tea': { theme: 'sage', shape: teaTin },
  'massage-balls': { theme: 'warm', shape: balls },
  'eye-pillow': { theme: 'ocean', shape: eyePillow },
  'finger-rings': { theme: 'sage', shape: rings },
  'wheat-bag': { theme: 'warm', shape: wheatBag },
  'foot-roller': { theme: 'ocean', shape: roller },
} satisfies Record<string, { theme: 'ocean' | 'sage' | 'warm'; shape: Silhouette }>

export type ProductId = keyof typeof PRODUCTS

export const PRODUCT_SIDE = 600
/** 8 px apart. */
const ROWS = 75
const HAIR = 0.8

/** Draws a silhouette as a relief in the lines, like an engraving; returns one path to fill. */
export function product({ distance, depth, lift = 7 }: Silhouette): string {
  const inside = (x: number, y: number) => 1 - smooth(-1.5, 1.5, distance(x, y))
  /** From 0 at the outline to 1, with a rounded edge. */
  const height = (x: number, y: number) => Math.sqrt(1 - (1 - clamp(-distance(x, y) / depth, 0, 1)) ** 2)
  // Lit from the upper left: sides that face away are dark and cast a shadow.
  const shade = (x: number, y: number) => smooth(-0.5, 0.75, height(x - 9, y - 5) - height(x + 9, y + 5))
  const shadow = (x: number, y: number) =>
    (1 - smooth(-26, 12, distance(x - 16, y - 10))) * (1 - inside(x, y))
  return lineField({
    width: PRODUCT_SIDE,
    height: PRODUCT_SIDE,
    rows: ROWS,
    displace: (x, y) => -lift * height(x, y),
    weight: (x, y) => HAIR * (0.8 + inside(x, y) * (0.9 + 4.6 * shade(x, y)) + 1.3 * shadow(x, y)),
    // With a larger tolerance the lines fray at the end of the shadow.
    fine: 0.18,
  })
}
