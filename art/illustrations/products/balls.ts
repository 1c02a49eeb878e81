import { join } from './combine.ts'
import { disc, type Silhouette } from './silhouette.ts'

/** Three balls, none of which touches another. */
export const balls: Silhouette = {
  distance: join(disc(214, 352, 106), disc(416, 386, 74), disc(352, 212, 54)),
  depth: 84,
  lift: 12,
}
