import type { Message } from 'postmark'

/** Returns the addresses in "Anne <a@b.example>, c@d.example". A comma in a name must be quoted, as Postmark requires. */
export function addressesIn(list: string): string[] {
  const entries = list.match(/(?:"[^"]*"|[^,"])+/g) ?? []
  return entries.map((entry) => (/<([^<>]*)>\s*$/.exec(entry)?.[1] ?? entry).trim()).filter(Boolean)
}

export function recipientsOf(message: Partial<Message>): string[] {
  return [message.To, message.Cc, message.Bcc].flatMap((list) => addressesIn(list ?? ''))
}

export function isAddress(address: string): boolean {
  return /^[\w.!#$%&'`*+\-/=^{}|~]+@[a-z\d-]+(\.[a-z\d-]+)*$/i.test(address)
}
