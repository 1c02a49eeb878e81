const SHOWN = 10

/** Prints the slowest tests at the end of a run. */
export function printSlowest(tests: { title: string; ms: number }[]): void {
  console.log('\nThe ten slowest:')
  for (const { title, ms } of tests.toSorted((a, b) => b.ms - a.ms).slice(0, SHOWN)) {
    console.log(`${String(Math.round(ms)).padStart(7)} ms  ${title}`)
  }
}
