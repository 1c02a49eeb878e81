import type { Models } from 'postmark'
import type { MailEvent } from '#local/mail/mail-events.ts'

/** What a webhook answered; status 0 if it could not be reached. */
export interface WebhookAnswer {
  url: string
  status: number
  body: string
}

/** Returns a webhook as docs/postmark.md registers it: told of deliveries, bounces and complaints, without content. */
export const webhookTo = (url: string, auth: Models.HttpAuth): Models.Webhook => ({
  ID: 1_234_567,
  Url: url,
  MessageStream: 'outbound',
  HttpAuth: auth,
  HttpHeaders: [],
  Triggers: {
    Open: { Enabled: false, PostFirstOpenOnly: false },
    Click: { Enabled: false },
    Delivery: { Enabled: true },
    Bounce: { Enabled: true, IncludeContent: false },
    SpamComplaint: { Enabled: true, IncludeContent: false },
    SubscriptionChange: { Enabled: false },
  },
})

/** Posts an event once to each webhook that wants it. Postmark would repeat it until it is accepted. */
export function postMailEvent(
  event: MailEvent,
  webhooks: readonly Models.Webhook[],
  content: string,
): Promise<WebhookAnswer[]> {
  const wanted = webhooks.filter(
    ({ Triggers, MessageStream }) =>
      Triggers[event.RecordType].Enabled && MessageStream === event.MessageStream,
  )
  return Promise.all(wanted.map((webhook) => postOnce(webhook, bodyFor(webhook, event, content))))
}

function bodyFor({ Triggers }: Models.Webhook, event: MailEvent, content: string): string {
  const included = event.RecordType !== 'Delivery' && Triggers[event.RecordType].IncludeContent
  return JSON.stringify(included ? { ...event, Content: content } : event)
}

export function webhookHeaders({ HttpAuth, HttpHeaders = [] }: Models.Webhook): Record<string, string> {
  const credentials = HttpAuth && Buffer.from(`${HttpAuth.Username}:${HttpAuth.Password}`).toString('base64')
  return {
    'content-type': 'application/json',
    'user-agent': 'Postmark',
    ...(credentials && { authorization: `Basic ${credentials}` }),
    ...Object.fromEntries(HttpHeaders.map(({ Name, Value }) => [Name, Value])),
  }
}

const ANSWER_WITHIN_MS = 10_000

async function postOnce(webhook: Models.Webhook, body: string): Promise<WebhookAnswer> {
  const { Url: url } = webhook
  const signal = AbortSignal.timeout(ANSWER_WITHIN_MS)
  const request = { method: 'POST', headers: webhookHeaders(webhook), body, signal }
  try {
    const response = await fetch(url, { ...request, redirect: 'manual' })
    return { url, status: response.status, body: await response.text() }
  } catch (error) {
    return { url, status: 0, body: error instanceof Error ? error.name : 'Error' }
  }
}
