import { expect, it } from 'vitest'
import { createReset } from '#server/auth/admins.ts'
import { requestReset, resetPassword } from '#server/auth/reset-password.ts'
import { hashSecret } from '#server/auth/secret-tokens.ts'
import { sendEmails } from '#server/email/send-emails.ts'
import { addAdmin } from '#tests/harness/admin-session.ts'
import { useWorld } from '#tests/harness/world.ts'

const world = useWorld()
const START = Date.parse('2026-06-01T12:00:00Z')
let addresses = 0

async function ask(email: string): Promise<void> {
  await requestReset(world.services, email, `address ${addresses++}`)
  await sendEmails(world.services)
}
const at = (minutes: number) => world.clock.set(new Date(START + minutes * 60_000))

/** Newest first. */
function linksTo(email: string): string[] {
  const mails = world.mail.list().filter(({ to }) => to === email)
  return mails.flatMap(({ text }) => /reset-password#(\S+)/.exec(text)?.[1] ?? [])
}

const choose = (token: string) =>
  resetPassword(world.services, { token, password: 'the ferry leaves at dusk' }, `address ${addresses++}`)

const HOURS = 2
/** Returns minutes from `first` to the end in steps of `step`. */
const every = (step: number, first = 0) =>
  Array.from({ length: Math.ceil((HOURS * 60 - first) / step) }, (_, n) => first + n * step)

/** Returns the same pseudo-random minutes in every run: https://en.wikipedia.org/wiki/Linear_congruential_generator */
function randomMinutes(seed: number, count: number): number[] {
  let state = seed
  const next = () => (state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32) / 2 ** 32
  return Array.from({ length: count }, () => next() * HOURS * 60).toSorted((one, other) => one - other)
}

const ATTACKS: [string, number[]][] = [
  ['every three minutes', every(3)],
  ['every 14.9 minutes', every(14.9)],
  ['every quarter of an hour', every(15)],
  ['every 29.9 minutes', every(29.9)],
  ['three times whenever links expire', every(30).flatMap((minute) => [minute, minute, minute])],
  ['at random', randomMinutes(18, 60)],
  ['rarely and at random', randomMinutes(2026, 7)],
]
const ASKS = process.env['NIGHTLY'] === '1' ? [0.01, 14.95, 29.95, 30, 44.97, 61.3, 89.99] : [14.95, 30]

// ASVS 6.1.1
it.each(ATTACKS)(
  'the owner who asks has a link that works for 15 minutes, while a stranger asks %s',
  async (_, attack) => {
    for (const asked of ASKS) {
      const { email } = await addAdmin(world)
      const later = asked + 14.99
      for (const minute of attack.filter((one) => one <= asked)) {
        at(minute)
        await ask(email)
      }
      at(asked)
      await ask(email)
      const [newest] = linksTo(email)
      for (const minute of attack.filter((one) => one > asked && one <= later)) {
        at(minute)
        await ask(email)
      }
      at(later)
      await expect(choose(newest ?? 'no link')).resolves.toHaveProperty('device')
    }
  },
)

it('strangers who ask for two hours cause at most one email per quarter of an hour', async () => {
  const { email } = await addAdmin(world)
  for (const minute of every(1)) {
    at(minute)
    await ask(email)
  }
  const quarters = HOURS * 4
  expect(linksTo(email).length).toBeLessThanOrEqual(quarters)
})

it('twenty requests at the same time send one email', async () => {
  const { email } = await addAdmin(world)
  await Promise.all(Array.from({ length: 20 }, () => ask(email)))
  expect(linksTo(email)).toHaveLength(1)
})

it('a link stays valid when a newer one is sent', async () => {
  const { email } = await addAdmin(world)
  at(0)
  await ask(email)
  at(16)
  await ask(email)
  const older = linksTo(email).at(-1)
  expect(linksTo(email)).toHaveLength(2)
  at(29)
  await expect(choose(older!)).resolves.toHaveProperty('device')
})

it('an email is sent at once after a link was used', async () => {
  const { email } = await addAdmin(world)
  await ask(email)
  await choose(linksTo(email)[0]!)
  await ask(email)
  expect(linksTo(email)).toHaveLength(2)
})

it('a link that was printed and not emailed does not replace the email', async () => {
  const { email, id } = await addAdmin(world)
  const printed = await createReset(world.services, id)
  await ask(email)
  expect(linksTo(email).map(hashSecret)).not.toContain(hashSecret(printed))
  expect(linksTo(email)).toHaveLength(1)
})
