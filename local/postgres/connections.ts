import { Client } from 'pg'

export interface Target {
  user: string
  password: string
  database: string
}

interface Connection {
  client: Client
  key: string
}

export interface Connections {
  /** `run` must send all its queries before it awaits: they leave in one packet, together with the session's reset. */
  use: <Answer>(target: Target, run: (client: Client) => Promise<Answer>) => Promise<Answer>
  stop: () => Promise<void>
}

interface ConnectionOptions {
  /** Number of connections in total; further callers wait. */
  limit: number
  /** Keeps a connection's plans for its next callers: only its settings are reset. */
  planOnce: boolean
}

/** A pool for any number of databases. */
export function openConnections(port: number, { limit, planOnce }: ConnectionOptions): Connections {
  const options = planOnce ? '-c plan_cache_mode=force_generic_plan' : ''
  const reset = planOnce ? 'RESET ALL' : 'DISCARD ALL'
  const idle: Connection[] = []
  const waiting: (() => void)[] = []
  let used = 0
  let stopped = false

  async function enter(): Promise<void> {
    if (used < limit) used += 1
    // The next one to leave passes its slot on, so `used` does not change.
    else await new Promise<void>((resolve) => waiting.push(resolve))
  }

  function leave(): void {
    const next = waiting.shift()
    if (next) next()
    else used -= 1
  }

  function takeIdle(key: string): Connection | undefined {
    const index = idle.findLastIndex((connection) => connection.key === key)
    return index < 0 ? undefined : idle.splice(index, 1)[0]
  }

  function remove(connection: Connection): void {
    const index = idle.indexOf(connection)
    if (index >= 0) idle.splice(index, 1)
  }

  async function open(target: Target, key: string): Promise<Connection> {
    if (idle.length + used > limit) await close(idle.shift())
    const client = new Client({ ...target, host: '127.0.0.1', port, options, pipeline: true })
    const connection = { client, key }
    // The database was dropped, or the server stopped.
    client.on('error', () => remove(connection))
    await client.connect()
    return connection
  }

  async function take(target: Target): Promise<Connection> {
    await enter()
    const key = JSON.stringify(target)
    try {
      return takeIdle(key) ?? (await open(target, key))
    } catch (error) {
      leave()
      throw error
    }
  }

  async function use<Answer>(target: Target, run: (client: Client) => Promise<Answer>): Promise<Answer> {
    const connection = await take(target)
    const { stream } = connection.client.connection
    stream.cork()
    const answer = run(connection.client)
    void release(connection)
    stream.uncork()
    return answer
  }

  /** Resets the session for the next caller. DISCARD ALL fails inside an open transaction; then the connection is closed. */
  async function release(connection: Connection): Promise<void> {
    try {
      await connection.client.query(reset)
      if (stopped) await close(connection)
      else idle.push(connection)
    } catch {
      await close(connection)
    } finally {
      leave()
    }
  }

  return {
    use,
    async stop() {
      stopped = true
      await Promise.all(idle.splice(0).map(close))
    },
  }
}

async function close(connection: Connection | undefined): Promise<void> {
  await connection?.client.end().catch(() => {})
}
