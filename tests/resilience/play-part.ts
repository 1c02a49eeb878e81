import { once } from 'node:events'
import type { PartOptions } from '#tests/resilience/part.ts'
import { PARTS } from '#tests/resilience/parts.ts'
import type { PartMessage, Task } from '#tests/resilience/run-part.ts'

// Entry of a child process: plays the part named in the first message, and sends its progress and result.
const [{ name, ...options }] = (await once(process, 'message')) as [Task]
// Exit if the parent process was killed.
const exit = () => process.exit(1)
process.once('disconnect', exit)
/** Resolves once the message is sent; disconnecting earlier would cut off a long one. */
const send = (message: PartMessage) => new Promise((sent) => process.send!(message, sent))

try {
  const part = await PARTS[name]!.load()
  const progress: PartOptions['progress'] = (done, of, detail) => void send({ done, of, detail })
  await send({ outcome: await part({ ...options, progress }) })
} catch (error) {
  // A part that throws is reported as failed; the other parts still run.
  await send({ stopped: String(error instanceof Error ? error.stack : error) })
}
process.off('disconnect', exit)
process.disconnect()
