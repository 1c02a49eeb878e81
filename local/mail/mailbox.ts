import { appendFileSync } from 'node:fs'
import type { LocalMail } from '#local/mail/local-mail.ts'
import { readLines } from '#local/read-lines.ts'

export interface Mailbox {
  add(mail: LocalMail): void
  /** Newest first. */
  list(): LocalMail[]
  find(id: string): LocalMail | undefined
}

/** Stores emails in memory and, if a file is given, as one line of JSON each, written before the response is sent. */
export function openMailbox(file?: string): Mailbox {
  const lines = file === undefined ? [] : readLines(file)
  const mails = lines.map((line): LocalMail => JSON.parse(line))
  return {
    add(mail) {
      if (file !== undefined) appendFileSync(file, `${JSON.stringify(mail)}\n`, { mode: 0o600 })
      mails.push(mail)
    },
    list: () => mails.toReversed(),
    find: (id) => mails.find((mail) => mail.id === id),
  }
}
