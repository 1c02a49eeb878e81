import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { EmailRefused } from '#server/clients/email.ts'
import { changeAddress } from '#server/delivery/change-address.ts'
import { sendEmails } from '#server/email/send-emails.ts'
import { settlePayment } from '#server/money/settle/settle-payment.ts'
import { reissueVoucher } from '#server/vouchers/giving/give-at-desk.ts'
import { takeLoggedErrors } from '#tests/harness/no-stray-errors.ts'
import { buy } from '#tests/harness/voucher-buyer.ts'
import { useWorld } from '#tests/harness/world.ts'

const world = useWorld()

async function announce(name: string) {
  const { intentId } = await buy(world, 5000, {
    buyerEmail: `${name}@example.com`,
    recipientEmail: `${name}.r@example.com`,
  })
  await settlePayment(world.services, intentId)
}
const arrived = (name: string) => world.mail.list().filter(({ to }) => to.startsWith(name))

describe('sendEmails', () => {
  it('sends every email once, even with concurrent senders', async () => {
    await announce('once')
    await Promise.all([1, 2, 3, 4, 5].map(() => sendEmails(world.services)))
    expect(arrived('once')).toHaveLength(2)
    await sendEmails(world.services)
    expect(arrived('once')).toHaveLength(2)
  })

  it('retries after growing delays while the provider is unavailable', async () => {
    await announce('later')
    world.mail.control.fail({ status: 500, code: 0, times: 3 })
    await sendEmails(world.services)
    expect(arrived('later')).toHaveLength(0)
    await sendEmails(world.services)
    expect(arrived('later')).toHaveLength(0)
    world.clock.advance(2)
    await sendEmails(world.services)
    expect(arrived('later')).toHaveLength(2)
  })

  it('logs and stops retrying an address that accepts no email, and sends the others', async () => {
    world.mail.control.refuse('dead@example.com', 406)
    await announce('dead')
    await sendEmails(world.services)
    expect(arrived('dead.r')).toHaveLength(1)
    const rows = await world.rows(`select last_error from outbox where failed_at is not null`)
    expect(rows).toEqual([{ last_error: 'code 406' }])
    const [line] = takeLoggedErrors()
    expect(line).toContain('mail not sent')
    expect(line).not.toContain('dead@')
  })

  it('sends an email to its corrected address after the former one was refused meanwhile', async () => {
    await announce('former')
    let isRefused = false
    const send: typeof world.services.email.send = async (message) => {
      if (isRefused) return await world.services.email.send(message)
      isRefused = true
      await world.rows(
        `update gift_voucher set buyer_email = 'corrected@example.com', recipient_email = 'corrected.r@example.com'
         where buyer_email = 'former@example.com'`,
      )
      await world.rows(
        `update outbox set recipient = replace(recipient, 'former', 'corrected') where id = $1`,
        [message.outboxId],
      )
      throw new EmailRefused({ reason: 'code 406', permanent: true })
    }
    await sendEmails({ ...world.services, email: { ...world.services.email, send } })
    takeLoggedErrors()
    world.clock.advance(3)
    await sendEmails(world.services)
    expect([arrived('corrected').length, arrived('former').length]).toEqual([2, 0])
  })

  it.each(['disputed', 'refunded', 'expired'])(
    'keeps a voucher that is %s back, and sends it within the hour if it can be used again',
    async (former) => {
      await announce(former)
      const setStatus = (status: string) =>
        world.rows(
          `update gift_voucher set status = $1, disputed_from = case $1 when 'disputed' then status end
           where buyer_email = $2`,
          [status, `${former}@example.com`],
        )
      await setStatus(former)
      for (let hours = 0; hours < 3; hours += 1) {
        await sendEmails(world.services)
        expect(arrived(`${former}.r`)).toEqual([])
        world.clock.advance(60)
      }
      await setStatus('active')
      await sendEmails(world.services)
      expect(arrived(`${former}.r`)).toHaveLength(1)
    },
  )

  it('sends a voucher that was held back to the address of its buyer then, and nowhere else', async () => {
    const { intentId } = await buy(world, 5000, { deliverTo: 'buyer', buyerEmail: 'wrong@example.com' })
    const settled = await settlePayment(world.services, intentId)
    if (settled.outcome !== 'fulfilled') throw new Error(settled.outcome)
    const { id } = settled.voucher
    const setStatus = (status: string) =>
      world.rows('update gift_voucher set status = $2 where id = $1', [id, status])
    await setStatus('refunding')
    await sendEmails(world.services)
    await changeAddress(world.services, { kind: 'voucher', id, email: 'right@example.com' }, randomUUID())
    await setStatus('active')
    world.clock.advance(60)
    await sendEmails(world.services)
    const [voucher] = await world.rows<{ code: string }>('select code from gift_voucher where id = $1', [id])
    const withCode = (name: string) =>
      arrived(name).filter(({ text }) => text.replaceAll('-', '').includes(voucher!.code))
    expect([withCode('wrong').length, withCode('right').length > 0]).toEqual([0, true])
  })

  it('tries a receipt that may have left again with the code of then', async () => {
    const { intentId } = await buy(world, 5000, { deliverTo: 'buyer', buyerEmail: 'twice@example.com' })
    await settlePayment(world.services, intentId)
    const send: typeof world.services.email.send = async (message) => {
      await world.services.email.send(message)
      throw new EmailRefused({ reason: 'code 0', mayHaveLeft: true })
    }
    await sendEmails({ ...world.services, email: { ...world.services.email, send } })
    takeLoggedErrors()
    const codeOf = async () =>
      (
        await world.rows<{ id: string; code: string }>(
          `select id, code from gift_voucher where buyer_email = 'twice@example.com'`,
        )
      )[0]!
    const { id, code: former } = await codeOf()
    world.clock.advance(1)
    const wanted = { recipientEmail: undefined, code: undefined }
    await reissueVoucher(world.services, { voucherId: id, actor: randomUUID() }, wanted)
    const before = arrived('twice').length
    world.clock.advance(5)
    await sendEmails(world.services)
    const texts = arrived('twice')
      .slice(0, arrived('twice').length - before)
      .map(({ text }) => text.replaceAll('-', ''))
    const { code } = await codeOf()
    expect(code).not.toBe(former)
    expect(texts.filter((text) => text.includes(code))).toHaveLength(2)
    expect(texts.filter((text) => text.includes(former))).toEqual([])
  })

  it('stops in time when the provider hangs, and sends the rest later', async () => {
    await announce('one')
    await announce('two')
    let tries = 0
    const send = async () => {
      tries += 1
      // The request times out after ten seconds.
      world.clock.advance(1 / 6)
      throw new Error('no answer')
    }
    await sendEmails({ ...world.services, email: { ...world.services.email, send } })
    expect(tries).toBe(2)
    world.clock.advance(5)
    await sendEmails(world.services)
    expect([...arrived('one'), ...arrived('two')]).toHaveLength(4)
  })

  it('sends the emails that a crashed sender had claimed', async () => {
    await announce('dropped')
    await world.rows(`update outbox set claimed_until = $1 where sent_at is null and failed_at is null`, [
      new Date(world.clock.now().getTime() + 120_000),
    ])
    await sendEmails(world.services)
    expect(arrived('dropped')).toHaveLength(0)
    world.clock.advance(3)
    await sendEmails(world.services)
    expect(arrived('dropped')).toHaveLength(2)
  })

  it('counts no attempt for an email that was claimed and not sent', async () => {
    await announce('waiting')
    const timeIsUpAfterClaiming = () => {
      let asked = 0
      return () => asked++ > 0
    }
    for (let run = 0; run < 12; run++) {
      await sendEmails(world.services, timeIsUpAfterClaiming())
      world.clock.advance(3)
    }
    world.mail.control.fail({ status: 500, code: 0, times: 2 })
    await sendEmails(world.services)
    world.clock.advance(2)
    await sendEmails(world.services)
    expect(arrived('waiting')).toHaveLength(2)
  })

  it('sends every email once after a day without a provider', async () => {
    await announce('patient')
    const down = { ...world.services, mail: { send: () => Promise.reject(new Error('no answer')) } }
    for (let hour = 0; hour < 24; hour++) {
      world.clock.advance(60)
      await sendEmails(down)
    }
    takeLoggedErrors()
    world.clock.advance(24 * 60)
    await sendEmails(world.services)
    expect(arrived('patient')).toHaveLength(2)
  })
})
