import { spawnSync } from 'node:child_process'

// `npm run test:nightly`: what a push does not wait for, and all that it does. A step that fails stops no other.

const STEPS = ['test', 'test:browsers', 'test:content', 'test:resilience']

const failed = STEPS.filter((step) => {
  console.log(`\nnpm run ${step}`)
  // With NIGHTLY, the tests of `.nightly.test.ts` run as well: see vitest.config.ts and playwright.config.ts.
  const { status } = spawnSync('npm', ['run', step], {
    stdio: 'inherit',
    env: { ...process.env, NIGHTLY: '1' },
  })
  return status !== 0
})

console.log(failed.length === 0 ? '\nEverything passed.' : `\nFailed: ${failed.join(', ')}`)
process.exitCode = failed.length === 0 ? 0 : 1
