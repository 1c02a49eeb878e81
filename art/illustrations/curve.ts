// The few curves every drawing is made of. All pure, all without units.

export const TURN = Math.PI * 2

export const clamp = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value))

/** A bell around 0: 1 in the middle, nearly 0 from twice the width on. */
export const bell = (distance: number, width: number) => Math.exp(-(distance * distance) / (width * width))

/** 0 up to `from`, 1 after `to`, and no kink on the way. */
export const smooth = (from: number, to: number, value: number) => {
  const t = clamp((value - from) / (to - from), 0, 1)
  return t * t * (3 - 2 * t)
}

/** 1 in the middle of a width and 0 at both edges: whatever is multiplied by it leaves level, as it came. */
export const rim = (x: number, width: number) => smooth(0, 0.22, x / width) * smooth(0, 0.22, 1 - x / width)

/** To a tenth of a pixel, and never -0. */
export const tenth = (value: number) => Math.round(value * 10) / 10 || 0
