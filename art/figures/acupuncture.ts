import { back, SPINE } from '#art/figures/back.ts'
import { engrave } from '#art/figures/engrave.ts'

export function acupuncture() {
  const points = [300, 420, 540].map((y) => ({ x: SPINE, y }))
  return { path: engrave({ heights: back(), lift: 0.2 }), points }
}
