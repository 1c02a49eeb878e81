import { createHash } from 'node:crypto'

export function hashOf(content: string | Uint8Array, algorithm: 'sha256' | 'sha384'): string {
  return `${algorithm}-${createHash(algorithm).update(content).digest('base64')}`
}
