import { once } from 'node:events'
import type { Outcome } from './part.ts'
import { PARTS } from './parts.ts'
import type { Said, Task } from './run-part.ts'

// A process of its own: plays the part that it is told to play, and says how far it is and what came out.
const [{ name, ...options }] = (await once(process, 'message')) as [Task]
// A killed run cannot end us itself.
const leave = () => process.exit(1)
process.once('disconnect', leave)
const say = (said: Said) => process.send!(said)

try {
  const part = await PARTS[name]!.load()
  say({ outcome: await part({ ...options, progress: (done, of) => say({ done, of }) }) })
} catch (error) {
  say({ outcome: stopped(error) })
}
process.off('disconnect', leave)
process.disconnect()

/** A part that cannot even run is a failure of its own; the others still have their turn. */
function stopped(error: unknown): Outcome {
  const why = error instanceof Error ? error.stack : String(error)
  return { covered: 0, failures: [`stopped: ${why}`], report: [] }
}
