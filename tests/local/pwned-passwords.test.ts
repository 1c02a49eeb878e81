import { afterAll, beforeAll, expect, it } from 'vitest'
import { handleLocal, type LocalStack } from '#local/local-routes.ts'
import { startPwnedPasswords, type PwnedPasswords } from '#local/pwned-passwords.ts'

let pwnedPasswords: PwnedPasswords
beforeAll(async () => void (pwnedPasswords = await startPwnedPasswords()))
afterAll(() => pwnedPasswords.stop())

async function press(fault: string, headers: Record<string, string> = {}) {
  const stack = { services: { pwnedPasswords }, info: {} } as unknown as LocalStack
  const request = new Request('http://localhost:4321/__local/pwned-passwords', {
    method: 'POST',
    body: new URLSearchParams({ fault }),
    headers,
  })
  const { status } = (await handleLocal(stack, request))!
  return { status, fault: pwnedPasswords.fault }
}

const ask = (prefix: string, headers: Record<string, string> = {}) =>
  fetch(`${pwnedPasswords.url}/range/${prefix}`, { headers })

it('the stand-in for Have I Been Pwned lists hashes in order, with padding for those who ask for it', async () => {
  const [plain, padded] = [await ask('5E901'), await ask('5e901', { 'add-padding': 'true' })]
  const [lines, more] = [await plain.text(), await padded.text()].map((text) => text.split('\r\n'))
  expect(lines).toContain('84505D59CAF856AE055F6D04C28671E73BF:1')
  expect(lines).toEqual(lines!.toSorted())
  expect(more!.filter((line) => !lines!.includes(line))).toEqual(
    Array(5).fill(expect.stringMatching(/^[\dA-F]{35}:0$/)),
  )
  expect((await ask('5E9018')).status).toBe(400)
})

it('the stand-in for Have I Been Pwned fails as the page of this machine says, and no page of another site', async () => {
  expect(await press('refusing')).toEqual({ status: 303, fault: 'refusing' })
  expect((await ask('5E901')).status).toBe(503)
  expect(await press('up', { 'sec-fetch-site': 'cross-site' })).toEqual({ status: 403, fault: 'refusing' })
  expect(await press('up')).toEqual({ status: 303, fault: undefined })
  expect((await ask('5E901')).status).toBe(200)
})
