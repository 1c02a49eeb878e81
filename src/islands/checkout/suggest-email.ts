/** Providers that most buyers use, by domain. Short domains are left out: a company may have a similar one. */
const PROVIDERS = [
  'gmail.com',
  'googlemail.com',
  'hotmail.com',
  'hotmail.co.uk',
  'outlook.com',
  'yahoo.com',
  'yahoo.co.uk',
  'icloud.com',
  'btinternet.com',
  'virginmedia.com',
  'talktalk.net',
]

/** Domains that exist, although they look like a typing mistake. */
const EXISTING = new Set(['mail.com', 'email.com', 'ymail.com', 'cloud.com'])

/** Returns the address with the domain of a provider if its own is probably misspelt. */
export function suggestEmail(address: string): string | undefined {
  const [name, domain, ...rest] = address.trim().toLowerCase().split('@')
  if (!name || !domain || rest.length > 0 || EXISTING.has(domain)) return undefined
  if (PROVIDERS.includes(domain)) return undefined
  // Google has no British domain.
  const provider =
    domain === 'gmail.co.uk' ? 'gmail.com' : PROVIDERS.find((known) => isOneMistakeApart(domain, known))
  return provider && `${address.trim().slice(0, name.length)}@${provider}`
}

/** Returns whether one character is missing, added, replaced or swapped with the next one. */
function isOneMistakeApart(typed: string, meant: string): boolean {
  let from = 0
  while (from < meant.length && typed[from] === meant[from]) from += 1
  const tail = (text: string, skipped: number) => text.slice(from + skipped)
  const isSwapped = typed[from] === meant[from + 1] && typed[from + 1] === meant[from]
  return (
    tail(typed, 1) === tail(meant, 0) ||
    tail(typed, 0) === tail(meant, 1) ||
    tail(typed, 1) === tail(meant, 1) ||
    (isSwapped && tail(typed, 2) === tail(meant, 2))
  )
}
