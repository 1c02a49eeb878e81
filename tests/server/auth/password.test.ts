import { expect, it } from 'vitest'
import { hashPassword, hashWithScrypt, isCurrentHash, isPassword } from '#server/auth/password.ts'
import { systemRandom } from '#server/clients/services.ts'

// ASVS 11.4.1, 11.4.2
it('hashPassword returns a string with argon2id, its cost and a new salt', async () => {
  const [one, other] = await Promise.all([1, 2].map(() => hashPassword('some password', systemRandom)))
  expect(one).toMatch(/^\$argon2id\$v=19\$m=47104,t=1,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
  expect(other).not.toBe(one)
  expect(await isPassword('some password', one!)).toBe(true)
  expect(await isPassword('some passwore', one!)).toBe(false)
})

it('isPassword accepts an scrypt hash, which isCurrentHash rejects', async () => {
  const hash = await hashWithScrypt('some password', systemRandom)
  expect(hash).toMatch(/^\$scrypt\$ln=17,r=8,p=1\$/)
  expect(await isPassword('some password', hash)).toBe(true)
  expect(await isPassword('other password', hash)).toBe(false)
  expect(isCurrentHash(hash)).toBe(false)
})

it('isPassword accepts composed and decomposed letters alike', async () => {
  const hash = await hashPassword('caf\u00e9 by the river', systemRandom)
  expect(await isPassword('cafe\u0301 by the river', hash)).toBe(true)
})

// ASVS 6.2.8
it('isPassword compares every character, case and spaces included', async () => {
  const password = `${'a long one '.repeat(18)}Z `
  const hash = await hashPassword(password, systemRandom)
  expect(await isPassword(password, hash)).toBe(true)
  for (const other of [
    password.trim(),
    password.toLowerCase(),
    password.replace('Z', 'Y'),
    password.slice(0, 72),
  ]) {
    expect(await isPassword(other, hash)).toBe(false)
  }
})

it('isPassword refuses everything without a hash', async () => {
  expect(await isPassword('', null)).toBe(false)
  expect(await isPassword('some password', null)).toBe(false)
})

// ASVS 11.2.4
it('isPassword refuses a truncated hash', async () => {
  const hash = await hashPassword('some password', systemRandom)
  expect(await isPassword('some password', hash.slice(0, hash.lastIndexOf('$') + 1))).toBe(false)
})
