import type { Reporter, TestCase, TestResult } from 'playwright/types/testReporter'
import { printSlowest } from '#tests/harness/slowest.ts'

export default class SlowestInBrowser implements Reporter {
  readonly #took: { title: string; ms: number }[] = []

  onTestEnd({ title }: TestCase, { duration }: TestResult) {
    this.#took.push({ title, ms: duration })
  }

  onEnd() {
    printSlowest(this.#took)
  }
}
