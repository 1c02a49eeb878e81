import { once } from 'node:events'
import type { Server } from 'node:http'

/** Only for this machine. Port 0 takes any free one; the answer says which. */
export async function listen(server: Server, port = 0): Promise<number> {
  await once(server.listen(port, '127.0.0.1'), 'listening')
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : port
}
