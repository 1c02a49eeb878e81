import { randomBytes, randomUUID } from 'node:crypto'

export interface Random {
  uuid(): string
  bytes(count: number): Uint8Array
}

export const systemRandom: Random = { uuid: () => randomUUID(), bytes: (count) => randomBytes(count) }
