import plates from '#components/therapy/plates.json'

/** Every drawing is a square of this side, in px. */
export const PLATE_SIDE = 720

type Points = { x: number; y: number }[]

/** Returns the points of a drawing, which a page draws above its lines. `npm run art` writes them. */
export function getPlatePoints(name: string): Points {
  const points = (plates as Record<string, Points>)[name]
  if (!points) throw new Error(`There is no drawing named ${name}. Please run npm run art`)
  return points
}
