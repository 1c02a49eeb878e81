// The curves of all drawings: pure functions without units.

export const TURN = Math.PI * 2

export const clamp = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value))

/** A bell curve around 0: 1 at the centre, nearly 0 beyond twice the width. */
export const bell = (distance: number, width: number) => Math.exp(-(distance * distance) / (width * width))

/** Smoothstep: 0 up to `from`, 1 after `to`. */
export const smooth = (from: number, to: number, value: number) => {
  const t = clamp((value - from) / (to - from), 0, 1)
  return t * t * (3 - 2 * t)
}

/** Rounds to a tenth of a pixel, never to -0. */
export const tenth = (value: number) => Math.round(value * 10) / 10 || 0
