import { ok, wrong, type Check } from '#scripts/doctor/finding.ts'
import { env, problemWith } from '#server/env.ts'

const NAMES = ['ADDRESS_KEY', 'SESSION_KEY'] as const
const NEXT = 'make a new one with the page /admin/keys, or `openssl rand -base64 32`.'
const SAMPLE = /change|example|sample|secret|password|replace|placeholder|12345678|thirty-two/i
/** Random text of 32 characters has more than twice as many different ones, even in hexadecimal. */
const FEWEST_CHARACTERS = 8

/** Checks that the keys for signing sessions and hashing addresses cannot be guessed. */
export const checkKeys: Check = {
  about: 'Settings',
  run() {
    const values = NAMES.flatMap((name) => (problemWith(name) ? [] : [{ name, value: env(name) }]))
    const faults = values.flatMap(({ name, value }) =>
      isRandom(value) ? [] : [wrong(`${name} looks like a sample or like something typed.`, NEXT)],
    )
    const [one, other] = values
    if (one && other && one.value === other.value)
      faults.push(wrong('ADDRESS_KEY and SESSION_KEY are the same.', NEXT))
    const allGood = faults.length === 0 && values.length === NAMES.length
    return allGood ? [ok('ADDRESS_KEY and SESSION_KEY are long, random and different.')] : faults
  },
}

const isRandom = (value: string) => !SAMPLE.test(value) && new Set(value).size >= FEWEST_CHARACTERS
