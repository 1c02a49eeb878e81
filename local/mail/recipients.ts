import type { Message } from 'postmark'

/** The bare addresses of "Anne <a@b.example>, c@d.example". A comma in a name has to be quoted, as for Postmark. */
export function addressesIn(list: string): string[] {
  const each = list.match(/(?:"[^"]*"|[^,"])+/g) ?? []
  return each.map((one) => (/<([^<>]*)>\s*$/.exec(one)?.[1] ?? one).trim()).filter(Boolean)
}

export function recipientsOf(message: Partial<Message>): string[] {
  return [message.To, message.Cc, message.Bcc].flatMap((list) => addressesIn(list ?? ''))
}

export function isAddress(address: string): boolean {
  return /^[\w.!#$%&'`*+\-/=^{}|~]+@[a-z\d-]+(\.[a-z\d-]+)*$/i.test(address)
}
