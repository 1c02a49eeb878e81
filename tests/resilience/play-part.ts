import { once } from 'node:events'
import type { PartOptions } from './part.ts'
import { PARTS } from './parts.ts'
import type { Said, Task } from './run-part.ts'

// A process of its own: plays the part that it is told to play, and says how far it is and what came out.
const [{ name, ...options }] = (await once(process, 'message')) as [Task]
// A killed run cannot end us itself.
const leave = () => process.exit(1)
process.once('disconnect', leave)
/** Resolves once the message has left: to disconnect earlier would cut a long one off. */
const say = (said: Said) => new Promise((sent) => process.send!(said, sent))

try {
  const part = await PARTS[name]!.load()
  const progress: PartOptions['progress'] = (done, of, detail) => void say({ done, of, detail })
  await say({ outcome: await part({ ...options, progress }) })
} catch (error) {
  // A part that cannot even run is a failure of its own; the others still have their turn.
  await say({ stopped: String(error instanceof Error ? error.stack : error) })
}
process.off('disconnect', leave)
process.disconnect()
