import { above, blend, join, overlap } from './combine.ts'
import { box, disc, type Silhouette } from './silhouette.ts'

/** A soft bell with a knob to hold it by and a thick rim. */
export const cup: Silhouette = {
  distance: join(
    blend(disc(300, 140, 38), overlap(disc(300, 330, 158), above(462)), 14),
    box(300, 480, 142, 20, 10),
  ),
  depth: 60,
  lift: 9,
}
