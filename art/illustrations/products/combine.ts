import type { Distance } from './silhouette.ts'

export const join =
  (...shapes: Distance[]): Distance =>
  (x, y) =>
    Math.min(...shapes.map((shape) => shape(x, y)))

/** Takes the others away: a thin one leaves a groove. */
export const cut =
  (shape: Distance, ...others: Distance[]): Distance =>
  (x, y) =>
    Math.max(shape(x, y), -join(...others)(x, y))

export const overlap =
  (...shapes: Distance[]): Distance =>
  (x, y) =>
    Math.max(...shapes.map((shape) => shape(x, y)))

/** The outline alone, so many px to either side. */
export const outline =
  (shape: Distance, half: number): Distance =>
  (x, y) =>
    Math.abs(shape(x, y)) - half

export const above =
  (level: number): Distance =>
  (_, y) =>
    y - level

export const below =
  (level: number): Distance =>
  (_, y) =>
    level - y

/** Joined as wet clay would be, without an edge between them. */
export const blend =
  (one: Distance, other: Distance, width: number): Distance =>
  (x, y) => {
    const [a, b] = [one(x, y), other(x, y)]
    const near = Math.max(0, width - Math.abs(a - b)) / width
    return Math.min(a, b) - (near * near * width) / 4
  }

/** Turned clockwise around the middle of the square. */
export const turn = (shape: Distance, degrees: number): Distance => {
  const angle = (degrees * Math.PI) / 180
  const [sin, cos] = [Math.sin(angle), Math.cos(angle)]
  return (x, y) => shape(300 + (x - 300) * cos + (y - 300) * sin, 300 - (x - 300) * sin + (y - 300) * cos)
}

/** The same shape, made for 0, 0, so many times side by side and one below the other. */
export const grid = (
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
