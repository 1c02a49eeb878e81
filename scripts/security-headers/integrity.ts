import { createHash } from 'node:crypto'

/** As policies and integrity attributes write it. */
export function integrityHash(content: string | Uint8Array): string {
  return `sha256-${createHash('sha256').update(content).digest('base64')}`
}
