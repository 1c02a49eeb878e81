import { startStack } from '#local/stack.ts'

/** Entry of a child process with the whole local stack. */
const [site = '', functions = '', dir = ''] = process.argv.slice(2)
const { info } = await startStack({ port: 0, dir, built: { site, functions } })
process.send?.(info)
