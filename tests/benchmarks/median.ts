/** Returns the quantile for this share, by default the median. */
export function median(values: number[], share = 0.5): number {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (sorted.length - 1) * share
  const [low = 0, high = low] = [sorted[Math.floor(at)], sorted[Math.ceil(at)]]
  return low + (high - low) * (at - Math.floor(at))
}

export const rounded = (value: number): number => Math.round(value * 10) / 10
