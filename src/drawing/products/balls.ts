import { join } from './combine.ts'
import { disc, type Silhouette } from './silhouette.ts'

/** Three balls, none of which touches another. */
export const balls: Silhouette = {
  distance: join(disc(210, 358, 116), disc(430, 390, 84), disc(356, 206, 62)),
  depth: 84,
  lift: 12,
}
