import { AccountClient, Errors, Models, ServerClient } from 'postmark'
import { ok, unseen, wrong, yours, type Check, type Finding } from '#scripts/doctor/finding.ts'
import { postmarkOptions } from '#server/clients/email.ts'
import { env } from '#server/env.ts'

const SENDERS = 'Postmark → Sender Signatures'
const SAMPLE_DOMAIN = /\.(example|test|invalid|localhost)$/
/** Postmark sends only from addresses of a domain that the sender owns. */
const FREE_PROVIDER = /^(gmail|googlemail|outlook|hotmail|live|yahoo|icloud|btinternet)\./

/** Checks the Postmark token and the sender; with the account token also DKIM and the return path of its domain. */
export const checkEmail = (accountToken: string | undefined): Check => ({
  about: 'Mail',
  async run() {
    const from = env('MAIL_FROM')
    const server = new ServerClient(env('POSTMARK_SERVER_TOKEN'), postmarkOptions())
    const [delivery, sender] = await Promise.all([
      deliveryOf(server),
      accountToken ? checkWithAccountToken(accountToken, from) : checkWithServerToken(server, from),
    ])
    return [...delivery, ...faultsOf(from), ...sender]
  },
  explain: (error) =>
    error instanceof Errors.InvalidAPIKeyError
      ? wrong(
          'Postmark does not accept POSTMARK_SERVER_TOKEN.',
          'copy it: Postmark → the server → API Tokens.',
        )
      : error instanceof Errors.PostmarkError
        ? unseen('Postmark could not be asked.', 'run this again; see also status.postmarkapp.com.')
        : undefined,
})

const domainOf = (address: string) => address.slice(address.lastIndexOf('@') + 1).toLowerCase()

function faultsOf(from: string): Finding[] {
  const next = 'set MAIL_FROM to an address of the clinic’s own domain.'
  if (SAMPLE_DOMAIN.test(domainOf(from))) return [wrong(`MAIL_FROM is still the sample, ${from}.`, next)]
  if (!FREE_PROVIDER.test(domainOf(from))) return []
  return [wrong(`MAIL_FROM, ${from}, belongs to a provider whose addresses anyone can use.`, next)]
}

async function deliveryOf(server: ServerClient): Promise<Finding[]> {
  const { DeliveryType: type } = await server.getServer()
  if (type !== Models.ServerDeliveryTypes.Sandbox) return [ok('Postmark accepts POSTMARK_SERVER_TOKEN.')]
  return [
    wrong(
      'POSTMARK_SERVER_TOKEN is of a sandbox, which delivers to nobody.',
      'take the token of a live server.',
    ),
  ]
}

/** The server token cannot read senders, but it can read sent emails. */
async function checkWithServerToken(server: ServerClient, from: string): Promise<Finding[]> {
  const { Messages: sent } = await server.getOutboundMessages({ count: 1, offset: 0, fromEmail: from })
  return [
    ...(sent.length > 0 ? [ok(`Postmark has taken mail from ${from}.`)] : []),
    yours(
      `Whether ${from} is confirmed and its domain signed (DKIM), a server’s token may not see.`,
      `look at ${SENDERS}, or run this with POSTMARK_ACCOUNT_TOKEN set (docs/postmark.md).`,
    ),
  ]
}

async function checkWithAccountToken(token: string, from: string): Promise<Finding[]> {
  const account = new AccountClient(token, postmarkOptions())
  const all = { count: 500, offset: 0 }
  try {
    const [{ SenderSignatures: senders }, { Domains: domains }] = await Promise.all([
      account.getSenderSignatures(all),
      account.getDomains(all),
    ])
    const sender = senders.find(({ EmailAddress: address }) => address.toLowerCase() === from.toLowerCase())
    const domain = domains.find(({ Name: name }) => name.toLowerCase() === domainOf(from))
    const confirmed = sender?.Confirmed === true || domain?.DKIMVerified === true
    return [
      confirmed
        ? ok(`${from} is confirmed at Postmark.`)
        : wrong(`${from} is not confirmed at Postmark, which refuses our mail.`, `confirm it: ${SENDERS}.`),
      domain?.DKIMVerified
        ? ok(`Mail from ${domainOf(from)} is signed (DKIM).`)
        : wrong(`Mail from ${domainOf(from)} is not signed (DKIM) and may end as spam.`, dns('DKIM')),
      domain?.ReturnPathDomainVerified
        ? ok(`Bounces come back to ${domainOf(from)} (Return-Path).`)
        : wrong(
            `${domainOf(from)} has no Return-Path of its own, which some providers ask for.`,
            dns('Return-Path'),
          ),
    ]
  } catch (error) {
    if (!(error instanceof Errors.InvalidAPIKeyError)) throw error
    return [
      wrong('Postmark does not accept POSTMARK_ACCOUNT_TOKEN.', 'copy it: Postmark → Account → API Tokens.'),
    ]
  }
}

const dns = (record: string) =>
  `add the ${record} record that ${SENDERS} → DNS Settings shows to the domain’s DNS.`
