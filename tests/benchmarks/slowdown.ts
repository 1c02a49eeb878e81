import { importTimes, overEmpty } from './functions/import-times.ts'
import { BUNDLED, slowdownBy } from './functions/libraries.ts'
import { median } from './median.ts'

/**
 * How many times longer this machine needs at this moment than the one where the limits in milliseconds were set, for
 * what both do: import the libraries. At least 1.
 */
export async function slowdown(): Promise<number> {
  const times = await importTimes([BUNDLED.withoutStripe])
  return slowdownBy('withoutStripe', median(overEmpty([...times.values()].flat())))
}
