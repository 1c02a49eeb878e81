import { appendFileSync } from 'node:fs'
import type { LocalMail } from '#local/mail/local-mail.ts'
import type { MailEvent } from '#local/mail/mail-events.ts'
import { readLines } from '#local/read-lines.ts'

/** A bounce or a complaint. */
export type MailFailure = Exclude<MailEvent, { RecordType: 'Delivery' }>

export interface Mailbox {
  add(mail: LocalMail): void
  /** Newest first. */
  list(): LocalMail[]
  find(id: string): LocalMail | undefined
  /** Records what happened to an email. */
  record(event: MailEvent): void
  /** What happened to all emails, oldest first. */
  events(): readonly MailEvent[]
  /** Bounces and complaints, oldest first. */
  failures(): MailFailure[]
  isInactive(address: string): boolean
  /** Makes an address active again, unless somebody there complained. */
  activate(address: string): void
}

type Line = LocalMail | MailEvent | { activated: string }

/**
 * Stores emails and what happened to them in memory and, if a file is given, as one line of JSON each, written before the
 * response is sent.
 */
export function openMailbox(file?: string): Mailbox {
  const mails: LocalMail[] = []
  const events: MailEvent[] = []
  const failures = () => events.filter((event) => event.RecordType !== 'Delivery')
  const failuresAt = (address: string) =>
    failures().filter(({ Email }) => Email.toLowerCase() === address.toLowerCase())

  function apply(line: Line): void {
    if ('RecordType' in line) events.push(line)
    else if ('activated' in line) {
      for (const failure of failuresAt(line.activated)) if (failure.CanActivate) failure.Inactive = false
    } else mails.push(line)
  }

  function store(line: Line): void {
    if (file !== undefined) appendFileSync(file, `${JSON.stringify(line)}\n`, { mode: 0o600 })
    apply(line)
  }

  for (const line of file === undefined ? [] : readLines(file)) apply(JSON.parse(line))
  return {
    add: store,
    list: () => mails.toReversed(),
    find: (id) => mails.find((mail) => mail.id === id),
    // A copy, because activating changes the stored one.
    record: (event) => store({ ...event }),
    events: () => events,
    failures,
    isInactive: (address) => failuresAt(address).some(({ Inactive }) => Inactive),
    activate: (address) => store({ activated: address }),
  }
}
