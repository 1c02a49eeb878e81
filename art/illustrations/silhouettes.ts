import { merge, oval, type Distance } from '#art/illustrations/shapes.ts'

// The sample products as signed distance functions (https://iquilezles.org/articles/distfunctions2d/), in a square of
// 600 px: first the primitives and operators that shapes.ts does not have, then the products.

export interface Silhouette {
  distance: Distance
  /** Distance from the outline, in px, at which the relief reaches its full height. */
  depth: number
  /** Full height of the relief, in px. */
  lift?: number
}

const disc =
  (cx: number, cy: number, radius: number): Distance =>
  (x, y) =>
    Math.hypot(x - cx, y - cy) - radius

/** A box by its centre and half its size; `corner` is the radius of its corners. */
const box =
  (cx: number, cy: number, halfWidth: number, halfHeight: number, corner = 0): Distance =>
  (x, y) => {
    const right = Math.abs(x - cx) - halfWidth + corner
    const below = Math.abs(y - cy) - halfHeight + corner
    return Math.hypot(Math.max(right, 0), Math.max(below, 0)) + Math.min(Math.max(right, below), 0) - corner
  }

/** A line segment with round ends. */
const rod =
  ([ax, ay]: [number, number], [bx, by]: [number, number], radius: number): Distance =>
  (x, y) => {
    const [dx, dy] = [bx - ax, by - ay]
    const along = ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy)
    const t = Math.min(1, Math.max(0, along))
    return Math.hypot(x - ax - t * dx, y - ay - t * dy) - radius
  }

const join =
  (...shapes: Distance[]): Distance =>
  (x, y) =>
    Math.min(...shapes.map((shape) => shape(x, y)))

/** Subtracts the others. A thin one leaves a groove. */
const cut =
  (shape: Distance, ...others: Distance[]): Distance =>
  (x, y) =>
    Math.max(shape(x, y), -join(...others)(x, y))

const overlap =
  (...shapes: Distance[]): Distance =>
  (x, y) =>
    Math.max(...shapes.map((shape) => shape(x, y)))

/** The outline only, `half` px to either side. */
const outline =
  (shape: Distance, half: number): Distance =>
  (x, y) =>
    Math.abs(shape(x, y)) - half

const above =
  (level: number): Distance =>
  (_, y) =>
    y - level

const below =
  (level: number): Distance =>
  (_, y) =>
    level - y

/** Shrinks a shape that stands on the level 500 in the middle, and puts its foot elsewhere. */
const stand =
  (shape: Distance, factor: number, [cx, foot]: [number, number]): Distance =>
  (x, y) =>
    factor * shape(300 + (x - cx) / factor, 500 + (y - foot) / factor)

/** Rotates clockwise around the centre of the square. */
const turn = (shape: Distance, degrees: number): Distance => {
  const angle = (degrees * Math.PI) / 180
  const [sin, cos] = [Math.sin(angle), Math.cos(angle)]
  return (x, y) => shape(300 + (x - 300) * cos + (y - 300) * sin, 300 - (x - 300) * sin + (y - 300) * cos)
}

/** Repeats a shape, which must be centred on (0, 0), in a grid around the centre of the square. */
const grid = (
  shape: Distance,
  { columns, rows, pitch: [across, down] }: { columns: number; rows: number; pitch: [number, number] },
): Distance => {
  const nearest = (from: number, pitch: number, count: number) => {
    const first = 300 - ((count - 1) * pitch) / 2
    const index = Math.min(count - 1, Math.max(0, Math.round((from - first) / pitch)))
    return from - first - index * pitch
  }
  return (x, y) => shape(nearest(x, across, columns), nearest(y, down, rows))
}

/** Two weighted prongs, the bow that joins them, and the stem. */
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

/** A soft bell with a small knob and a wide, thick rim. */
const cup = join(
  merge(26, disc(300, 202, 30), overlap(oval([300, 500], 158, 282), above(490))),
  box(300, 482, 178, 20, 16),
)

/** Four cups: a large one, a medium one and two small ones. */
export const cuppingSet: Silhouette = {
  distance: join(
    stand(cup, 0.54, [196, 290]),
    stand(cup, 0.44, [410, 290]),
    stand(cup, 0.34, [196, 490]),
    stand(cup, 0.34, [410, 490]),
  ),
  depth: 60,
  lift: 8,
}

/** Rows of spikes at a pitch of six lines, because a regular pattern compresses well. */
export const mat: Silhouette = {
  distance: grid(oval([0, 0], 20, 17), { columns: 8, rows: 6, pitch: [54, 48] }),
  depth: 17,
  lift: 8,
}

const mouth = oval([270, 240], 168, 30)

/** A round, open bowl on its cushion; its stick rubs along the rim. */
export const bowl: Silhouette = {
  distance: join(
    cut(overlap(box(270, 278, 178, 164, 150), below(240)), mouth),
    outline(mouth, 9),
    box(270, 480, 186, 30, 30),
    rod([462, 300], [500, 108], 17),
  ),
  depth: 44,
  lift: 8,
}

const leaf = overlap(disc(258, 362, 78), disc(342, 362, 78))

/** A tin with a lid and an embossed leaf. */
export const teaTin: Silhouette = {
  distance: join(
    box(300, 128, 128, 32, 10),
    cut(box(300, 352, 120, 182, 12), outline(leaf, 4), rod([300, 330], [300, 462], 3)),
  ),
  depth: 34,
}

export const balls: Silhouette = {
  distance: join(disc(214, 352, 106), disc(416, 386, 74), disc(352, 212, 54)),
  depth: 84,
  lift: 12,
}

/** A long bag, sewn into three chambers. */
export const wheatBag: Silhouette = {
  distance: turn(cut(box(300, 300, 216, 78, 28), box(228, 300, 4, 88), box(372, 300, 4, 88)), -9),
  depth: 52,
  lift: 10,
}

/** Two soft halves with a recess for the nose. */
export const eyePillow: Silhouette = {
  distance: cut(merge(60, oval([186, 290], 134, 92), oval([414, 290], 134, 92)), disc(300, 412, 88)),
  depth: 74,
  lift: 11,
}

export const rings: Silhouette = {
  distance: join(
    outline(disc(150, 412, 74), 17),
    outline(disc(300, 300, 74), 17),
    outline(disc(450, 188, 74), 17),
  ),
  depth: 17,
}

const RIBS = [148, 199, 250, 300, 350, 401, 452]

/** A ribbed roller on an axle. */
export const roller: Silhouette = {
  distance: cut(
    join(box(300, 300, 204, 78, 46), rod([62, 300], [538, 300], 17)),
    ...RIBS.map((x) => box(x, 300, 5, 90)),
  ),
  depth: 26,
}
