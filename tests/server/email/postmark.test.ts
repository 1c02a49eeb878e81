import { describe, expect, it, vi } from 'vitest'
import { clinic } from '#clinic/current-clinic.ts'
import { sendEmails } from '#server/email/send-emails.ts'
import { settlePayment } from '#server/money/settle/settle-payment.ts'
import { ENVIRONMENT } from '#tests/harness/start-world.ts'
import { buy } from '#tests/harness/voucher-buyer.ts'
import { useWorld } from '#tests/harness/world.ts'

const world = useWorld()

async function bought(name: string) {
  const buyerEmail = `${name}@example.com`
  const { intentId } = await buy(world, 5000, { buyerEmail, recipientEmail: `${name}.r@example.com` })
  await settlePayment(world.services, intentId)
  await sendEmails(world.services)
  const [receipt, gift] = [buyerEmail, `${name}.r@example.com`].map((address) =>
    world.mail.list().find(({ to }) => to === address),
  )
  return { receipt: receipt!, gift: gift! }
}

describe('an email sent through Postmark', () => {
  it('has the clinic as sender and reply address', async () => {
    for (const mail of Object.values(await bought('sender'))) {
      expect(mail).toMatchObject({
        from: `"${clinic.name}" <${ENVIRONMENT.MAIL_FROM}>`,
        replyTo: clinic.email,
        messageStream: 'outbound',
      })
    }
  })

  it('contains the pictures that its HTML shows', async () => {
    const { gift, receipt } = await bought('picture')
    expect([gift.attachments.length, receipt.attachments.length]).toEqual([3, 1])
    for (const { html, attachments } of [gift, receipt])
      for (const { content, contentId } of attachments) {
        expect(html).toContain(`src="cid:${contentId}"`)
        expect(Buffer.from(content, 'base64').subarray(1, 4).toString()).toBe('PNG')
      }
  })

  it('suppresses auto-replies and is not tracked', async () => {
    using sent = vi.spyOn(globalThis, 'fetch')
    await bought('quiet')
    const bodies = sent.mock.calls.flatMap(([, call]) => (typeof call?.body === 'string' ? call.body : []))
    const mails = bodies.filter((body) => body.includes('HtmlBody'))
    expect(mails).toHaveLength(3)
    for (const mail of mails) {
      expect(JSON.parse(mail)).toMatchObject({
        Headers: [{ Name: 'Auto-Submitted', Value: 'auto-generated' }],
        TrackOpens: false,
        TrackLinks: 'None',
      })
    }
  })

  it('has the reply address of its template, if there is one', async () => {
    const letter = { to: 'clinic@example.com', subject: 'A', html: '<p>A', text: 'A', attachments: [] }
    await world.services.email.send({ ...letter, replyTo: 'visitor@example.com', outboxId: '1' })
    expect(world.mail.list()[0]).toMatchObject({ to: 'clinic@example.com', replyTo: 'visitor@example.com' })
  })
})
