import { beforeAll, expect, it } from 'vitest'
import { CODE_ALPHABET } from '#contract/vouchers/voucher-code.ts'
import { generateVoucherCode } from '#server/vouchers/ledger/issue-voucher.ts'
import { callFunction } from '#tests/harness/call-function.ts'
import { openDesk, type Desk } from '#tests/harness/desk.ts'
import { functions } from '#tests/harness/every-function.ts'
import { useWorld } from '#tests/harness/world.ts'

const { findHeldVoucher } = functions

const ADDRESSES = 1000
const GUESSES_EACH = 20
const VOUCHERS = 50

const world = useWorld()
let desk: Desk
beforeAll(async () => void (desk = await openDesk(world)))

const addressOf = (nth: number) => `10.${Math.floor(nth / 250)}.7.${nth % 250}`

async function guess(code: string, nth: number, recipientEmail?: string) {
  const response = await callFunction(findHeldVoucher, {
    path: '/api/voucher',
    body: { code, recipientEmail },
    address: addressOf(nth),
  })
  const body = await response.text()
  return { status: response.status, body: body.replace(/in (a minute|\d+ minutes)/, 'in a while') }
}

/** One letter away from a code that is given out, with and without its right check character. */
const nearly = (code: string, nth: number) =>
  code.slice(0, nth % 16) + CODE_ALPHABET[nth % 32] + code.slice((nth % 16) + 1)

it(
  '20,000 guesses from 1,000 addresses find nothing, and all refusals are alike',
  { timeout: 600_000 },
  async () => {
    const codes: string[] = []
    for (let nth = 0; nth < VOUCHERS; nth += 1)
      codes.push((await desk.generate()).voucherCode.replaceAll('-', ''))
    const custom = Array.from({ length: 10 }, (_, nth) => `GIFT202${nth}`)
    for (const customVoucherCode of custom) await desk.generate({ customVoucherCode })
    const responses = new Map<string, number>()
    for (let round = 0; round < GUESSES_EACH; round += 1) {
      for (let first = 0; first < ADDRESSES; first += 50) {
        const tries = Array.from({ length: 50 }, (_, of) => {
          const nth = first + of
          const given = codes[nth % VOUCHERS]!
          const near = nearly(given, nth + round)
          if (nth % 3 === 0) return guess(custom[nth % custom.length]!, nth, `guess${round}@example.com`)
          if (nth % 3 === 1 && near !== given) return guess(near, nth)
          return guess(generateVoucherCode(world.services.random), nth)
        })
        for (const { status, body } of await Promise.all(tries)) {
          const response = `${status} ${body}`
          responses.set(response, (responses.get(response) ?? 0) + 1)
        }
      }
    }
    expect([...responses.keys()].map((response) => response.slice(0, 3)).toSorted()).toEqual(['404', '429'])
    // 300 in the first hour, and whatever a test on a slow machine has of a second one.
    expect(responses.get([...responses.keys()].find((one) => one.startsWith('404'))!)).toBeLessThanOrEqual(
      600,
    )
    expect((await guess(codes[0]!, ADDRESSES + 1)).status).toBe(200)
  },
)
