import { back, upperArm } from '#art/figures/back.ts'
import { engrave } from '#art/figures/engrave.ts'
import { hand } from '#art/figures/hand.ts'
import { join, layOn } from '#art/figures/relief.ts'
import { put } from '#art/figures/shapes.ts'

export function massage() {
  const hands = join(2,
    hand({ at: [444, 590], degrees: -2, scale: 1.32 }),
    hand({ at: [276, 590], degrees: 2, scale: 1.32, mirror: true }),
  )
  const body = back((shape) => put(shape, { at: [-101, -150], scale: 1.28 }), upperArm)
  const ink = hands.map((height) => (height > 0 ? 0 : 0.38))
  return { path: engrave({ heights: layOn(body.map((v)=>v*.9), hands, 14), ink, lift: 0.17 }) }
}
