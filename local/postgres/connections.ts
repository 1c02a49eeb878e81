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
  /** Whatever `ask` asks, it asks before it waits: all of it leaves in one packet, with the order to forget the caller. */
  use: <Answer>(target: Target, ask: (client: Client) => Promise<Answer>) => Promise<Answer>
  stop: () => Promise<void>
}

/** Connections for any number of databases, never more than `limit` altogether; callers beyond that queue. */
export function openConnections(port: number, limit: number): Connections {
  const idle: Connection[] = []
  const waiting: (() => void)[] = []
  let used = 0
  let stopped = false

  async function enter(): Promise<void> {
    if (used < limit) used += 1
    // Whoever leaves hands the place on, so `used` stays as it is.
    else await new Promise<void>((resolve) => waiting.push(resolve))
  }

  function leave(): void {
    const next = waiting.shift()
    if (next) next()
    else used -= 1
  }

  function takeIdle(key: string): Connection | undefined {
    const at = idle.findLastIndex((connection) => connection.key === key)
    return at < 0 ? undefined : idle.splice(at, 1)[0]
  }

  function forget(connection: Connection): void {
    const at = idle.indexOf(connection)
    if (at >= 0) idle.splice(at, 1)
  }

  async function open(target: Target, key: string): Promise<Connection> {
    if (idle.length + used > limit) await close(idle.shift())
    const client = new Client({ ...target, host: '127.0.0.1', port, pipeline: true })
    const connection = { client, key }
    // Its database was dropped, or the server left.
    client.on('error', () => forget(connection))
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

  async function use<Answer>(target: Target, ask: (client: Client) => Promise<Answer>): Promise<Answer> {
    const connection = await take(target)
    const { stream } = connection.client.connection
    stream.cork()
    const answer = ask(connection.client)
    void give(connection)
    stream.uncork()
    return answer
  }

  /** Nothing a caller did to the session reaches the next one; a session left inside a transaction is closed. */
  async function give(connection: Connection): Promise<void> {
    try {
      await connection.client.query('DISCARD ALL')
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
