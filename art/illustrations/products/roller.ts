import { cut, join } from './combine.ts'
import { box, rod, type Silhouette } from './silhouette.ts'

const RIBS = [148, 199, 250, 300, 350, 401, 452]

/** A turned roller with ribs on an axle. */
export const roller: Silhouette = {
  distance: cut(
    join(box(300, 300, 204, 78, 46), rod([62, 300], [538, 300], 17)),
    ...RIBS.map((x) => box(x, 300, 5, 90)),
  ),
  depth: 26,
}
