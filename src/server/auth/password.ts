import crypto from 'node:crypto'
import { DomainError } from '../domain-error.ts'
import type { Random } from '../clients/random.ts'

const HASH_BYTES = 32
const SALT_BYTES = 16

interface Algorithm {
  /** What a PHC string of it begins with; names the cost, too. https://github.com/P-H-C/phc-string-format */
  prefix: string
  hash: (password: Buffer, salt: Buffer) => Promise<Buffer>
}

// The cost is OWASP's: https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html
const argon2id: Algorithm = {
  prefix: '$argon2id$v=19$m=47104,t=1,p=1$',
  hash: (message, nonce) =>
    new Promise((resolve, reject) => {
      const cost = { memory: 47_104, passes: 1, parallelism: 1, tagLength: HASH_BYTES }
      const done = (error: Error | null, key: Buffer) => (error ? reject(error) : resolve(key))
      crypto.argon2('argon2id', { message, nonce, ...cost }, done)
    }),
}

const scrypt: Algorithm = {
  prefix: '$scrypt$ln=17,r=8,p=1$',
  hash: (password, salt) =>
    new Promise((resolve, reject) => {
      const cost = { N: 2 ** 17, r: 8, p: 1, maxmem: 2 ** 28 }
      crypto.scrypt(password, salt, HASH_BYTES, cost, (error, key) => (error ? reject(error) : resolve(key)))
    }),
}

// Node has argon2 from 24.7 on.
const algorithms = () => ('argon2' in crypto ? [argon2id, scrypt] : [scrypt])
const best = () => algorithms()[0] ?? scrypt

/** One password has one form, whichever keyboard composed its letters. */
const bytesOf = (password: string) => Buffer.from(password.normalize('NFKC'))

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64').replace(/=+$/, '')

/** As a PHC string, which names its algorithm. */
export async function hashPassword(password: string, random: Random, algorithm = best()): Promise<string> {
  const salt = Buffer.from(random.bytes(SALT_BYTES))
  return `${algorithm.prefix}${base64(salt)}$${base64(await algorithm.hash(bytesOf(password), salt))}`
}

/** Whether it was made as one would be made today. */
export const isOfToday = (hash: string) => hash.startsWith(best().prefix)

/** Takes as long where there is nothing to compare with. */
export async function isPassword(password: string, hash: string | null): Promise<boolean> {
  const algorithm = hash === null ? best() : algorithms().find(({ prefix }) => hash.startsWith(prefix))
  if (!algorithm) throw new DomainError('unavailable', 'This is not set up yet.', { detail: 'password hash' })
  const [salt = '', kept = ''] = hash?.slice(algorithm.prefix.length).split('$') ?? []
  const made = await algorithm.hash(bytesOf(password), salted(salt))
  const expected = Buffer.from(kept, 'base64')
  return expected.length === made.length && crypto.timingSafeEqual(expected, made)
}

const salted = (salt: string) => (salt ? Buffer.from(salt, 'base64') : Buffer.alloc(SALT_BYTES))

/** For the test that an old hash still opens, and is then replaced. */
export const hashWithScrypt = (password: string, random: Random) => hashPassword(password, random, scrypt)
