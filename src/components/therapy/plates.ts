import plates from '#components/therapy/plates.json'

/** What a page draws above the lines of a drawing, in px of the drawing. Written by `npm run art`. */
export interface Plate {
  width: number
  height: number
  points: { x: number; y: number }[]
  meridian?: number
}

/** Returns a drawing of the home page (`windows`) or of a therapy's page (`pages`) by its name. */
export function getPlate(kind: 'windows' | 'pages', name: string): Plate {
  const plate = (plates as Record<typeof kind, Record<string, Plate>>)[kind][name]
  if (!plate) throw new Error(`There is no drawing named ${name}: run npm run art`)
  return plate
}
