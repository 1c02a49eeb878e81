import { createServer } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { listen } from '#local/listen.ts'
import { loadFunctions } from '#local/netlify/functions.ts'
import { sendResponse, toFetchRequest } from '#local/netlify/node-http.ts'

// Entry of a child process with only the built functions, so that the stand-ins' memory is not measured. With
// `--expose-gc` it responds to a message with its memory in use.

const functions = await loadFunctions(process.argv[2] ?? '')

const server = createServer((incoming, outgoing) => {
  const answer = async () => {
    const request = await toFetchRequest(incoming, 'http://localhost')
    const [, scheduled] = /^\/scheduled\/([\w-]+)$/.exec(incoming.url ?? '') ?? []
    const address = String(incoming.headers['x-nf-client-connection-ip'])
    const response = scheduled
      ? await functions.runScheduled(scheduled, { full: true })
      : await functions.fetch(request, address)
    await sendResponse(response ?? new Response(null, { status: 404 }), outgoing)
  }
  answer().catch(() => outgoing.destroy())
})
const port = await listen(server)

process.on('message', () => void measure())
process.send?.(`http://127.0.0.1:${port}`)

async function measure(): Promise<void> {
  await functions.settled()
  // Objects with finalizers are freed by a later collection.
  for (let turn = 0; turn < 3; turn++) {
    globalThis.gc?.()
    await pause(50)
  }
  process.send?.(process.memoryUsage())
}
