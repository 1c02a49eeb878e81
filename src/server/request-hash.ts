import { createHash } from 'node:crypto'

/** Tells a repeat of a request from another one under the same name. */
export const requestHash = (asked: unknown): string =>
  createHash('sha256').update(JSON.stringify(asked)).digest('base64url')
