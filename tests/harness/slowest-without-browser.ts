import type { Reporter, TestModule } from 'vitest/node'
import { printSlowest } from '#tests/harness/slowest.ts'

export const slowestWithoutBrowser: Reporter = {
  onTestRunEnd(modules: readonly TestModule[]) {
    const tests = modules.flatMap((module) => [...module.children.allTests()])
    printSlowest(tests.map((test) => ({ title: test.fullName, ms: test.diagnostic()?.duration ?? 0 })))
  },
}
