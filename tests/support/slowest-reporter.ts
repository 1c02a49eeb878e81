import type { Reporter, TestCase, TestResult } from 'playwright/test/reporter'

const SHOWN = 10

/** Ends a run with its ten slowest tests. */
class SlowestReporter implements Reporter {
  readonly #took: { title: string; ms: number }[] = []

  onTestEnd(test: TestCase, { duration }: TestResult) {
    this.#took.push({ title: test.title, ms: duration })
  }

  onEnd() {
    console.log('\nThe ten slowest:')
    for (const { title, ms } of this.#took.toSorted((a, b) => b.ms - a.ms).slice(0, SHOWN)) {
      console.log(`${String(ms).padStart(7)} ms  ${title}`)
    }
  }
}

export default SlowestReporter
