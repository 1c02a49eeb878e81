import { startStack } from '../../../local/stack.ts'

/** The whole local stack in a process of its own, for whoever loads it. */
const [site = '', functions = '', dir = ''] = process.argv.slice(2)
const { info } = await startStack({ port: 0, dir, built: { site, functions } })
process.send?.(info)
