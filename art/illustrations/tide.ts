import { tenth } from '#art/illustrations/curve.ts'

// Speeds (degrees per hour) are astronomical constants. Amplitudes (metres) have about the proportions that they
// have in Liverpool. Not for navigation.
const CONSTITUENTS = [
  { name: 'M2', speed: 28.984, amplitude: 3.1 },
  { name: 'S2', speed: 30, amplitude: 1 },
  { name: 'N2', speed: 28.44, amplitude: 0.6 },
  { name: 'K2', speed: 30.082, amplitude: 0.28 },
  { name: 'M4', speed: 57.968, amplitude: 0.22 },
  { name: 'K1', speed: 15.041, amplitude: 0.12 },
  { name: 'O1', speed: 13.943, amplitude: 0.11 },
]

export const HIGHEST_TIDE = CONSTITUENTS.reduce((sum, { amplitude }) => sum + amplitude, 0)

/** Returns the height of the tide above its mean (metres) after a number of hours. */
export const tide = (hours: number) =>
  CONSTITUENTS.reduce(
    (sum, { speed, amplitude }) => sum + amplitude * Math.cos((speed * hours * Math.PI) / 180),
    0,
  )

/** From spring tide to spring tide (hours). */
const FORTNIGHT = 354.4

/** Draws the rule between two sections: a fortnight of tides as one path to stroke, with a pixel free above and below. */
export function fortnight({ width, height }: { width: number; height: number }): string {
  const steps = Math.round(FORTNIGHT / 1.55)
  const hoursPerStep = FORTNIGHT / steps
  const reach = height / 2 - 1
  const y = (hours: number) => height / 2 - (tide(hours) / HIGHEST_TIDE) * reach
  const third = width / steps / 3

  let data = `M0 ${tenth(y(0))}`
  for (let step = 1; step <= steps; step++) {
    const hours = step * hoursPerStep
    const x = (step / steps) * width
    const rise = ((y(hours + 0.05) - y(hours - 0.05)) / 0.1) * (hoursPerStep / 3)
    // High water at hour 0, so the line starts level. Each further curve continues the previous one smoothly (S).
    const start = step === 1 ? `C${tenth(third)} ${tenth(y(0))} ` : 'S'
    data += `${start}${tenth(x - third)} ${tenth(y(hours) - rise)} ${tenth(x)} ${tenth(y(hours))}`
  }
  return data
}
