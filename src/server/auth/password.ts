import crypto from 'node:crypto'
import type { Random } from '#server/clients/services.ts'
import { DomainError } from '#server/domain-error.ts'

const HASH_BYTES = 32
const SALT_BYTES = 16

interface Algorithm {
  /** Prefix of its PHC strings, including the cost. https://github.com/P-H-C/phc-string-format */
  prefix: string
  hash: (password: Buffer, salt: Buffer) => Promise<Buffer>
}

// The cost is OWASP’s recommendation: https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html
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

// Node has argon2 since 24.7.
const supportedAlgorithms = () => ('argon2' in crypto ? [argon2id, scrypt] : [scrypt])
const preferredAlgorithm = () => supportedAlgorithms()[0] ?? scrypt

/** Normalises, because keyboards compose the same letter from different code points. */
const bytesOf = (password: string) => Buffer.from(password.normalize('NFKC'))

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64').replace(/=+$/, '')

/** Returns a PHC string, which names its algorithm and cost. */
export async function hashPassword(
  password: string,
  random: Random,
  algorithm = preferredAlgorithm(),
): Promise<string> {
  const salt = Buffer.from(random.bytes(SALT_BYTES))
  return `${algorithm.prefix}${base64(salt)}$${base64(await algorithm.hash(bytesOf(password), salt))}`
}

/** Returns whether a hash has the algorithm and cost of new hashes. */
export const isCurrentHash = (hash: string) => hash.startsWith(preferredAlgorithm().prefix)

/** Compares in constant time. Without a hash it takes as long and returns false, so timing reveals no account. */
export async function isPassword(password: string, hash: string | null): Promise<boolean> {
  const algorithm =
    hash === null ? preferredAlgorithm() : supportedAlgorithms().find(({ prefix }) => hash.startsWith(prefix))
  if (!algorithm)
    throw new DomainError('unavailable', 'This part of the website is not set up yet.', {
      detail: 'password hash',
    })
  const [salt = '', storedKey = ''] = hash?.slice(algorithm.prefix.length).split('$') ?? []
  const actual = await algorithm.hash(bytesOf(password), decodeSalt(salt))
  const expected = Buffer.from(storedKey, 'base64')
  return expected.length === actual.length && crypto.timingSafeEqual(expected, actual)
}

const decodeSalt = (salt: string) => (salt ? Buffer.from(salt, 'base64') : Buffer.alloc(SALT_BYTES))

/** For the test that an old hash is still accepted, and replaced at sign-in. */
export const hashWithScrypt = (password: string, random: Random) => hashPassword(password, random, scrypt)
