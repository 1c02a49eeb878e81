import { Errors, ServerClient, type Models } from 'postmark'
import { checkEmail } from '#scripts/doctor/check-email.ts'
import { ok, unseen, wrong, type Check, type Finding } from '#scripts/doctor/finding.ts'
import { postmarkOptions } from '#server/clients/email.ts'
import { POSTMARK_WEBHOOK } from '#server/clients/webhook-paths.ts'
import { env } from '#server/env.ts'

const WHERE = 'Postmark → the server → Default Transactional Stream → Webhooks'
const STREAM = 'outbound'
const EVENTS = { Delivery: 'deliveries', Bounce: 'bounces', SpamComplaint: 'spam complaints' } as const

/** Checks that one webhook at Postmark leads to us, with our password, the events we need and no content of emails. */
export const checkMailWebhook: Check = {
  about: 'Mail',
  async run() {
    const password = env('POSTMARK_WEBHOOK_PASSWORD')
    const address = new URL(POSTMARK_WEBHOOK.path, env('URL')).href
    const server = new ServerClient(env('POSTMARK_SERVER_TOKEN'), postmarkOptions())
    const { Webhooks: all } = await server.getWebhooks()
    const [webhook, another] = all.filter(({ Url: url }) => withoutCredentials(url) === address)
    if (!webhook)
      return [
        wrong(
          `No webhook at Postmark leads to ${address}, so “sent” is the last that is known of an email, and bounces are noticed within an hour.`,
          `add it: ${WHERE} (docs/postmark.md).`,
        ),
      ]
    if (another)
      return [wrong(`${address} is registered more than once at Postmark.`, `delete all but one: ${WHERE}.`)]
    const faults = faultsOf(webhook, password)
    return faults.length === 0
      ? [ok('One webhook at Postmark leads to us and is told of every event we need.')]
      : faults
  },
  explain: (error) =>
    error instanceof Errors.InvalidAPIKeyError
      ? unseen(
          'Postmark’s webhooks could not be read.',
          'put right what stands under Mail, and run this again.',
        )
      : checkEmail(undefined).explain?.(error),
}

function faultsOf(webhook: Models.Webhook, password: string): Finding[] {
  const { MessageStream: stream, Triggers: triggers } = webhook
  const auth = credentialsOf(webhook)
  const missing = Object.entries(EVENTS).flatMap(([name, label]) =>
    triggers[name as keyof typeof EVENTS].Enabled ? [] : [label],
  )
  const includesContent = triggers.Bounce.IncludeContent || triggers.SpamComplaint.IncludeContent
  const open = `${WHERE} → the webhook.`
  return [
    ...(stream === STREAM
      ? []
      : [
          wrong(
            'The webhook at Postmark is of another stream than our emails.',
            `delete it, and add it: ${WHERE}.`,
          ),
        ]),
    ...(missing.length === 0
      ? []
      : [wrong(`The webhook at Postmark is not told of ${LIST.format(missing)}.`, `select them: ${open}`)]),
    ...(auth.Username === POSTMARK_WEBHOOK.user && auth.Password === password
      ? []
      : [
          wrong(
            'The user or the password of the webhook at Postmark is not ours, so the site refuses its events.',
            `enter ${POSTMARK_WEBHOOK.user} and POSTMARK_WEBHOOK_PASSWORD as basic auth: ${open}`,
          ),
        ]),
    ...(includesContent
      ? [
          wrong(
            'The webhook at Postmark includes the content of emails.',
            `leave out the content of bounces and complaints: ${open}`,
          ),
        ]
      : []),
  ]
}

const LIST = new Intl.ListFormat('en-GB')

/** They may also stand in the address: https://postmarkapp.com/developer/webhooks/webhooks-overview */
function credentialsOf({ Url, HttpAuth }: Models.Webhook): Models.HttpAuth {
  if (HttpAuth?.Username) return HttpAuth
  const { username, password } = new URL(Url)
  return { Username: decodeURIComponent(username), Password: decodeURIComponent(password) }
}

function withoutCredentials(address: string): string | undefined {
  const url = URL.parse(address)
  if (url) Object.assign(url, { username: '', password: '' })
  return url?.href
}
