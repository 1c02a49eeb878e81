import type { Message } from 'postmark'
import { addressesIn, isAddress, recipientsOf } from '#local/mail/recipients.ts'

const MB = 1024 * 1024

/** Returns Postmark's message if it would refuse the email with code 300. */
export function invalidMessage(message: Partial<Message>): string | undefined {
  return invalidAddresses(message) ?? invalidContent(message) ?? invalidMetadata(message.Metadata ?? {})
}

function invalidAddresses(message: Partial<Message>): string | undefined {
  const { From = '', ReplyTo = '' } = message
  const recipients = recipientsOf(message)
  if (!addressesIn(From).every(isAddress) || From === '') return `Invalid 'From' address: '${From}'.`
  if (recipients.length === 0) return 'Zero recipients specified'
  if (recipients.length > 50) return `You've exceeded the maximum allowed recipients: 50.`
  const illegal = [...recipients, ...addressesIn(ReplyTo)].find((address) => !isAddress(address))
  return illegal && `Error parsing 'To': Illegal email address '${illegal}'. It must contain the '@' symbol.`
}

function invalidContent({ Subject = '', HtmlBody = '', TextBody = '', ...message }: Partial<Message>) {
  const attached = (message.Attachments ?? []).reduce((sum, { Content }) => sum + Content.length, 0)
  if (HtmlBody === '' && TextBody === '') return 'Provide either email TextBody or HtmlBody or both.'
  if (Subject.length > 2000) return 'The subject cannot be longer than 2000 characters.'
  if (Buffer.byteLength(HtmlBody) > 5 * MB) return 'The HtmlBody cannot be larger than 5 MB.'
  if (Buffer.byteLength(TextBody) > 5 * MB) return 'The TextBody cannot be larger than 5 MB.'
  return attached > 10 * MB ? 'The attachments cannot be larger than 10 MB.' : undefined
}

function invalidMetadata(metadata: Record<string, unknown>): string | undefined {
  const fields = Object.entries(metadata)
  if (fields.length > 10) return 'Metadata can have up to 10 fields.'
  const invalid = fields.find(([name, value]) => name.length > 20 || String(value).length > 80)
  return invalid && `Metadata '${invalid[0]}': a name has up to 20 characters, a value up to 80.`
}
