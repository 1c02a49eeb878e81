import { spawnSync } from 'node:child_process'
import { appendFile, mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ServerClient, type Message } from 'postmark'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startMail } from '#local/mail/mail.ts'

let dir: string
let file: string
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'mail-'))
  file = join(dir, 'kept/mails.jsonl')
})
afterEach(() => rm(dir, { recursive: true, force: true }))

const letter = (subject: string, to = 'anne@buyer.example'): Message => ({
  From: 'hello@clinic.example',
  To: to,
  Subject: subject,
  TextBody: 'Hello Anne',
})

const clientOf = (url: string) =>
  new ServerClient('a token', { requestHost: new URL(url).host, useHttps: false })

async function keptSubjects(): Promise<string[]> {
  const mail = await startMail({ token: 'a token', file })
  await mail.stop()
  return mail.list().map(({ subject }) => subject)
}

describe('emails stored in a file', () => {
  it('are complete and in order after a restart', async () => {
    const mail = await startMail({ token: 'a token', file })
    await clientOf(mail.url).sendEmailBatch([letter('First, 50 € å 🎁'), letter('Second')])
    await mail.stop()
    expect(await keptSubjects()).toEqual(['Second', 'First, 50 € å 🎁'])
  })

  it('are stored with what happened to them', async () => {
    const before = await startMail({ token: 'a token', file })
    const send = (to: string) => clientOf(before.url).sendEmail(letter('First', to))
    const sent = await Promise.all(['anne@buyer.example', 'eva@buyer.example'].map(send))
    const [first, second] = sent.map(({ MessageID }) => before.control.bounce(MessageID))
    await clientOf(before.url).activateBounce(first!.ID)
    before.control.deliver(sent[0]!.MessageID)
    await before.stop()
    const after = await startMail({ token: 'a token', file })
    const again = sent.map(({ MessageID }) => after.control.bounce(MessageID, 'SoftBounce'))
    await after.stop()
    expect(after.events().slice(0, 3)).toEqual([
      { ...first, Inactive: false },
      second,
      expect.objectContaining({ RecordType: 'Delivery' }),
    ])
    expect(new Set([first!, second!, ...again].map(({ ID }) => ID)).size).toBe(4)
  })

  // They hold links to reset a password, and voucher codes.
  it('are readable by their owner only', async () => {
    const mail = await startMail({ token: 'a token', file })
    await clientOf(mail.url).sendEmailBatch([letter('First')])
    await mail.stop()
    expect((await stat(file)).mode & 0o777).toBe(0o600)
  })

  it('survive a kill right after the response', async () => {
    const script = `
      import { ServerClient } from 'postmark'
      import { startMail } from './local/mail/mail.ts'
      const { url } = await startMail({ token: 't', file: ${JSON.stringify(file)} })
      const client = new ServerClient('t', { requestHost: new URL(url).host, useHttps: false })
      await client.sendEmail(${JSON.stringify(letter('Kept'))})
      process.kill(process.pid, 'SIGKILL')`
    const args = ['--input-type=module', '--eval', script]
    const cwd = join(import.meta.dirname, '../../..')
    expect(spawnSync(process.execPath, args, { cwd }).signal).toBe('SIGKILL')
    expect(await keptSubjects()).toEqual(['Kept'])
  })

  it('are readable after a kill that left an incomplete line', async () => {
    const before = await startMail({ token: 'a token', file })
    await clientOf(before.url).sendEmail(letter('First'))
    await before.stop()
    await appendFile(file, '{"id":"half')
    const after = await startMail({ token: 'a token', file })
    await clientOf(after.url).sendEmail(letter('Second'))
    await after.stop()
    expect(await keptSubjects()).toEqual(['Second', 'First'])
  })
})
