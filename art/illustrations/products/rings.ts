import { join, outline } from './combine.ts'
import { disc, type Silhouette } from './silhouette.ts'

/** Three rings in a row. */
export const rings: Silhouette = {
  distance: join(
    outline(disc(150, 412, 74), 17),
    outline(disc(300, 300, 74), 17),
    outline(disc(450, 188, 74), 17),
  ),
  depth: 17,
}
