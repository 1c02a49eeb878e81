import { grid } from './combine.ts'
import { ellipse, type Silhouette } from './silhouette.ts'

/** Rows of small points, six lines of the drawing each: what repeats compresses well. */
export const mat: Silhouette = {
  distance: grid(ellipse(0, 0, 20, 17), { columns: 8, rows: 6, pitch: [54, 48] }),
  depth: 17,
  lift: 8,
}
