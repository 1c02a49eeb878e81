import type { Models } from 'postmark'
import type { BounceType } from '#local/mail/bounce-types.ts'
import type { LocalMail } from '#local/mail/local-mail.ts'
import { createBounce, createComplaint, createDelivery, type MailEvent } from '#local/mail/mail-events.ts'
import type { MailFaultControl, MailFaults } from '#local/mail/mail-faults.ts'
import { postMailEvent, type WebhookAnswer } from '#local/mail/mail-webhooks.ts'
import type { Mailbox } from '#local/mail/mailbox.ts'
import type { PostmarkAccount } from '#local/mail/postmark-account.ts'
import { PostmarkRefusal } from '#local/mail/postmark-errors.ts'

/** What tests and people can let happen at Postmark. `id` is the MessageID of an email. */
export interface MailControl extends MailFaultControl {
  /** Records a bounce and returns what Postmark would post. Only `post` posts it. */
  bounce(id: string, type?: BounceType): Models.BounceWebhook
  deliver(id: string): Models.DeliveryWebhook
  complain(id: string): Models.SpamComplaintWebhook
  /** Posts an event once to the registered webhooks. Twice, reversed and late are up to the caller. */
  post(event: MailEvent): Promise<WebhookAnswer[]>
}

interface Parts {
  mailbox: Mailbox
  faults: MailFaults
  account: PostmarkAccount
  /** The current time (ms). */
  clock: () => number
}

/** Postmark's ids are 64 bits wide: these are no int4, and still a safe number of JavaScript. */
const FIRST_ID = 4_323_372_036_854_000

export function createMailControl({ mailbox, faults, account, clock }: Parts): MailControl {
  const nextId = () => FIRST_ID + mailbox.events().length
  const record = <Event extends MailEvent>(event: Event): Event => {
    mailbox.record(event)
    return event
  }
  const get = (id: string): LocalMail => {
    const mail = mailbox.find(id)
    if (!mail) throw new PostmarkRefusal(701, 404)
    return mail
  }
  return {
    fail: (fault) => faults.fail(fault),
    refuse: (address, code) => faults.refuse(address, code),
    setDown: (down) => faults.setDown(down),
    heal: () => faults.heal(),
    bounce: (id, type = 'HardBounce') => record(createBounce(get(id), nextId(), clock(), type)),
    deliver: (id) => record(createDelivery(get(id), clock())),
    complain: (id) => record(createComplaint(get(id), nextId(), clock())),
    post: (event) => postMailEvent(event, account.webhooks ?? [], mailbox.find(event.MessageID)?.text ?? ''),
  }
}
