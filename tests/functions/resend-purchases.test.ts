import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { callFunction } from '#tests/harness/call-function.ts'
import { openDesk, type Desk } from '#tests/harness/desk.ts'
import { functions } from '#tests/harness/every-function.ts'
import { orderOf } from '#tests/harness/order-buyer.ts'
import { buyVoucherOnline } from '#tests/harness/voucher-buyer.ts'
import { useWorld } from '#tests/harness/world.ts'

const { changeAddress, findPurchase, resendPurchases } = functions

const world = useWorld()
let desk: Desk
beforeAll(async () => void (desk = await openDesk(world)))
beforeEach(async () => void (await world.rows('delete from throttle')))

const newAddress = () => `n${randomUUID()}@example.com`
const mailsTo = (to: string) => world.mail.list().filter((mail) => mail.to === to)

async function ask(email: string) {
  const response = await callFunction(resendPurchases, {
    path: '/api/purchase/resend',
    body: { email },
    address: '192.0.2.7',
  })
  return { status: response.status, body: await response.json() }
}
const SENT = { status: 200, body: { sent: true } }

/** Returns what the links in emails open. */
async function opened(texts: string[]) {
  const tokens = texts.flatMap((text) => /your-purchase#(\S+)/.exec(text)?.[1] ?? [])
  return Promise.all(
    tokens.map(async (token) => {
      const response = await callFunction(findPurchase, { path: '/api/purchase', body: { token } })
      return ((await response.json()) as { kind: string }).kind
    }),
  )
}

describe('the receipts of an address', () => {
  it('are emailed there again with links that open, once a day, and a stranger is told the same', async () => {
    const { buyer } = await buyVoucherOnline(world)
    const order = await orderOf(world)
    await world.rows('update orders set email = $1 where id = $2', [buyer, order.id])
    await ask(newAddress())
    const before = mailsTo(buyer).length
    expect(await ask(`  ${buyer.toUpperCase()} `)).toEqual(SENT)
    const again = mailsTo(buyer).slice(0, mailsTo(buyer).length - before)
    expect((await opened(again.map(({ text }) => text))).toSorted()).toEqual(['order', 'voucher'])
    const sent = mailsTo(buyer).length
    expect(await ask(buyer)).toEqual(SENT)
    expect(await ask(newAddress())).toEqual(SENT)
    expect(mailsTo(buyer)).toHaveLength(sent)
  })

  it('are at most three', async () => {
    const buyerEmail = newAddress()
    for (let nth = 0; nth < 4; nth += 1) await buyVoucherOnline(world, { buyerEmail })
    await ask(newAddress())
    const before = mailsTo(buyerEmail).length
    await ask(buyerEmail)
    expect(mailsTo(buyerEmail)).toHaveLength(before + 3)
  })

  it('go to a corrected address only after a day, and to the former one not at all', async () => {
    const { id, buyer } = await buyVoucherOnline(world)
    const email = newAddress()
    await desk.ask(changeAddress, undefined, { kind: 'voucher', id, email, requestId: randomUUID() })
    await ask(newAddress())
    const before = [mailsTo(buyer).length, mailsTo(email).length] as const
    expect(await ask(email)).toEqual(SENT)
    expect(await ask(buyer)).toEqual(SENT)
    expect([mailsTo(buyer).length, mailsTo(email).length]).toEqual(before)
  })

  it('are refused to a caller who asks for many addresses', async () => {
    for (let nth = 0; nth < 5; nth += 1) expect(await ask(newAddress())).toEqual(SENT)
    expect(await ask(newAddress())).toMatchObject({ status: 429 })
  })
})

it('an address that is none is refused beside its field', async () => {
  expect(await ask('tom')).toMatchObject({ status: 400, body: { fields: { email: expect.any(String) } } })
})
