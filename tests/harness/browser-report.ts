import type { FullResult, Reporter, TestCase, TestResult } from 'playwright/types/testReporter'
import { printSlowest } from '#tests/harness/slowest.ts'

interface Options {
  browser: string | undefined
  isShell: boolean
  /** The file that the server writes its log to. */
  log: string
}

/**
 * Prints which browser is used; at the end the slowest tests, those that passed only when they ran again, and where the
 * server's log is if one failed.
 */
export default class BrowserReport implements Reporter {
  readonly #took: { title: string; ms: number }[] = []
  readonly #passedAgain: string[] = []
  readonly #log: string

  constructor({ browser = 'a Chromium of Playwright', isShell, log }: Options) {
    this.#log = log
    const slow = isShell ? '' : ', which is slow: the headless shell of Chromium takes a quarter of the time'
    console.log(`The browser: ${browser}${slow}.`)
  }

  onTestEnd(test: TestCase, { duration }: TestResult) {
    this.#took.push({ title: test.title, ms: duration })
    if (test.outcome() === 'flaky') this.#passedAgain.push(test.titlePath().slice(2).join(' › '))
  }

  onEnd({ status }: FullResult) {
    printSlowest(this.#took)
    if (this.#passedAgain.length > 0) {
      console.log('\nPassed only when they ran again:')
      for (const title of this.#passedAgain) console.log(`  ${title}`)
    }
    if (status !== 'passed') console.log(`\nThe log of the server: ${this.#log}`)
  }
}
