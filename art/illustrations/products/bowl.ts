import { below, join, overlap } from './combine.ts'
import { box, rod, type Silhouette } from './silhouette.ts'

/** A bowl on its cushion, and the padded stick that leans in it. */
export const bowl: Silhouette = {
  distance: join(
    overlap(box(300, 290, 178, 172, 140), below(290)),
    rod([114, 286], [486, 286], 12),
    box(300, 488, 112, 20, 20),
    rod([372, 258], [470, 96], 12),
    rod([372, 258], [414, 188], 20),
  ),
  depth: 56,
  lift: 9,
}
