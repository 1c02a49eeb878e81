import { createHash } from 'node:crypto'

/** Returns the hash in the format of policies and integrity attributes. */
export function integrityHash(content: string | Uint8Array): string {
  return `sha256-${createHash('sha256').update(content).digest('base64')}`
}
