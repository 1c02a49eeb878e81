import { back } from '#art/figures/back.ts'
import { engrave } from '#art/figures/engrave.ts'
import { hand } from '#art/figures/hand.ts'
import { join, layOn } from '#art/figures/relief.ts'
import { put } from '#art/figures/shapes.ts'

export function massage() {
  const hands = join(2,
    hand({ at: [462, 600], degrees: 4, scale: 1.5 }),
    hand({ at: [258, 600], degrees: -4, scale: 1.5, mirror: true }),
  )
  const body = back((shape) => put(shape, { at: [-72, -130], scale: 1.2 }))
  const ink = hands.map((height) => (height > 0 ? 0 : 0.38))
  return { path: engrave({ heights: layOn(body.map((v)=>v*.9), hands, 14), ink, lift: 0.17 }) }
}
