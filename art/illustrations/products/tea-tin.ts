import { cut, join, outline, overlap } from './combine.ts'
import { box, disc, rod, type Silhouette } from './silhouette.ts'

const leaf = overlap(disc(258, 362, 78), disc(342, 362, 78))

/** A tin with its lid on, and a leaf pressed into the front. */
export const teaTin: Silhouette = {
  distance: join(
    box(300, 128, 128, 32, 10),
    cut(box(300, 352, 120, 182, 12), outline(leaf, 4), rod([300, 330], [300, 462], 3)),
  ),
  depth: 34,
}
