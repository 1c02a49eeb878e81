import { expect, it } from 'vitest'
import { hashPassword, hashWithScrypt, isCurrentHash, isPassword } from '#server/auth/password'
import { systemRandom } from '#server/clients/services'

// ASVS 11.4.1
it('is kept as a string that names argon2id and its cost, with a salt of its own', async () => {
  const [one, other] = await Promise.all([1, 2].map(() => hashPassword('some password', systemRandom)))
  expect(one).toMatch(/^\$argon2id\$v=19\$m=47104,t=1,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
  expect(other).not.toBe(one)
  expect(await isPassword('some password', one!)).toBe(true)
  expect(await isPassword('some passwore', one!)).toBe(false)
})

it('opens where it was hashed with scrypt, which is not of today', async () => {
  const hash = await hashWithScrypt('some password', systemRandom)
  expect(hash).toMatch(/^\$scrypt\$ln=17,r=8,p=1\$/)
  expect(await isPassword('some password', hash)).toBe(true)
  expect(await isPassword('other password', hash)).toBe(false)
  expect(isCurrentHash(hash)).toBe(false)
})

it('is the same however a keyboard composes its letters', async () => {
  const hash = await hashPassword('caf\u00e9 by the river', systemRandom)
  expect(await isPassword('cafe\u0301 by the river', hash)).toBe(true)
})

// ASVS 6.2.8
it('is compared as it was typed: every letter of it, in its case, with its spaces', async () => {
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

it('never fits where there is none', async () => {
  expect(await isPassword('', null)).toBe(false)
  expect(await isPassword('some password', null)).toBe(false)
})

// ASVS 11.2.4
it('does not fit a hash that somebody cut short', async () => {
  const hash = await hashPassword('some password', systemRandom)
  expect(await isPassword('some password', hash.slice(0, hash.lastIndexOf('$') + 1))).toBe(false)
})
