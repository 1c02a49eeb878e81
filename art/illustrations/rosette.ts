import { tenth, TURN } from '#art/illustrations/curve.ts'

export interface Rosette {
  radius: number
  rings: number
  petals?: number
  /** Number of points on a ring. */
  points?: number
}

/** Draws phase-shifted rings, as on a banknote: one ring, turned by a share of a petal each time. Returns elements to
 *  stroke; the centre is at (radius, radius). */
export function rosette({ radius, rings, petals = 8, points = 96 }: Rosette): string {
  const turned = Array.from({ length: rings - 1 }, (_, i) => {
    const degrees = tenth(((i + 1) / rings) * (360 / petals))
    return `<use href="#ring" transform="rotate(${degrees} ${radius} ${radius})"/>`
  })
  return `<path id="ring" d="${ring({ radius, petals, points })}"/>${turned.join('')}`
}

function ring({ radius, petals, points }: Required<Omit<Rosette, 'rings'>>): string {
  const at = (angle: number) => {
    const out = radius * (0.64 + 0.26 * Math.sin(petals * angle) + 0.09 * Math.sin(2 * petals * angle))
    return { x: radius + out * Math.cos(angle), y: radius + out * Math.sin(angle) }
  }
  // A Bézier handle is a third of the span along the tangent.
  const handle = (angle: number) => {
    const here = at(angle)
    const next = at(angle + 1e-3)
    const stretch = TURN / points / 3e-3
    return { x: (next.x - here.x) * stretch, y: (next.y - here.y) * stretch }
  }

  const start = at(0)
  const away = handle(0)
  let data = `M${tenth(start.x)} ${tenth(start.y)}C${tenth(start.x + away.x)} ${tenth(start.y + away.y)}`
  for (let i = 1; i <= points; i++) {
    const angle = (i / points) * TURN
    const { x, y } = at(angle)
    const back = handle(angle)
    data += `${i > 1 ? 'S' : ' '}${tenth(x - back.x)} ${tenth(y - back.y)} ${tenth(x)} ${tenth(y)}`
  }
  return data
}
