import type { FullResult, Reporter, TestCase, TestResult } from 'playwright/types/testReporter'
import { printSlowest } from '#tests/harness/slowest.ts'

/** Prints the slowest tests, and where the server's log is if one failed. */
export default class SlowestInBrowser implements Reporter {
  readonly #took: { title: string; ms: number }[] = []
  readonly #log: string

  constructor({ log }: { log: string }) {
    this.#log = log
  }

  onTestEnd({ title }: TestCase, { duration }: TestResult) {
    this.#took.push({ title, ms: duration })
  }

  onEnd({ status }: FullResult) {
    printSlowest(this.#took)
    if (status !== 'passed') console.log(`\nThe log of the server: ${this.#log}`)
  }
}
