import { blend, cut, turn } from './combine.ts'
import { box, disc, ellipse, type Silhouette } from './silhouette.ts'

/** A long bag, sewn into three parts so that the wheat stays where it is. */
export const wheatBag: Silhouette = {
  distance: turn(cut(box(300, 300, 216, 78, 28), box(228, 300, 4, 88), box(372, 300, 4, 88)), -9),
  depth: 52,
  lift: 10,
}

/** Two soft halves, and room for the nose. */
export const eyePillow: Silhouette = {
  distance: cut(blend(ellipse(186, 290, 134, 92), ellipse(414, 290, 134, 92), 60), disc(300, 412, 88)),
  depth: 74,
  lift: 11,
}
