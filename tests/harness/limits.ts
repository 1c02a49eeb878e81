// Limits of the tests (ms). Only a test that fails waits for them, so they are long enough for a machine that is eight
// times slower than a developer's or does other work as well.

/** A test, a hook, the start of a local stack. */
export const TEST_LIMIT = 240_000

/** One condition that a test waits for. */
export const WAIT_LIMIT = 60_000
