import { once } from 'node:events'
import type { Server } from 'node:net'

/** Listens on the loopback interface and returns the port; port 0 picks a free one. */
export async function listen(server: Server, port = 0, host = '127.0.0.1'): Promise<number> {
  server.listen(port, host)
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('Listens on no port')
  return address.port
}
