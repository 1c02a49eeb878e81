import { createHash, createHmac } from 'node:crypto'
import { env } from '../env.ts'
import type { Random } from '../clients/random.ts'

const SECRET_BYTES = 32

/** Nobody guesses it; its owner keeps it, and we its hash. */
export const newSecret = (random: Random) => Buffer.from(random.bytes(SECRET_BYTES)).toString('base64url')

export const hashOf = (secret: string) => createHash('sha256').update(secret).digest('base64url')

/** What tries at an account are counted under, whether there is one or not. */
export const accountKey = (email: string) =>
  createHmac('sha256', env('ADDRESS_KEY')).update(`account ${email}`).digest('base64url')
