import { appendFileSync, existsSync, mkdirSync, readFileSync, truncateSync } from 'node:fs'
import { dirname } from 'node:path'
import type { LocalMail } from './local-mail.ts'

export interface Mailbox {
  add(mail: LocalMail): void
  /** Newest first. */
  list(): LocalMail[]
  find(id: string): LocalMail | undefined
}

/** Keeps mails in memory, and with a file also there: one line of JSON each, written before the sender is answered. */
export function openMailbox(file?: string): Mailbox {
  const mails = file === undefined ? [] : readMails(file)
  return {
    add(mail) {
      if (file !== undefined) appendFileSync(file, `${JSON.stringify(mail)}\n`)
      mails.push(mail)
    },
    list: () => mails.toReversed(),
    find: (id) => mails.find((mail) => mail.id === id),
  }
}

/** A kill in the middle of writing leaves half a line: its sender got no answer, so it is cut off. */
function readMails(file: string): LocalMail[] {
  mkdirSync(dirname(file), { recursive: true })
  if (!existsSync(file)) return []
  const written = readFileSync(file)
  const whole = written.subarray(0, written.lastIndexOf('\n') + 1)
  if (whole.length < written.length) truncateSync(file, whole.length)
  const lines = whole.toString('utf8').split('\n').slice(0, -1)
  return lines.map((line): LocalMail => JSON.parse(line))
}
