import { below, join, outline, overlap } from './combine.ts'
import { box, disc, rod, type Silhouette } from './silhouette.ts'

/** Two prongs with a weight each, the bow that joins them, and the stem. */
export const tuningFork: Silhouette = {
  distance: join(
    rod([232, 110], [232, 310], 19),
    rod([368, 110], [368, 310], 19),
    overlap(outline(disc(300, 310, 68), 19), below(310)),
    box(232, 112, 36, 32, 8),
    box(368, 112, 36, 32, 8),
    rod([300, 385], [300, 530], 13),
    box(300, 522, 22, 28, 8),
  ),
  depth: 20,
}
