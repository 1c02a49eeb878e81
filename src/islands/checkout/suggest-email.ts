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

/** Misspelt endings, none of which exists. https://data.iana.org/TLD/tlds-alpha-by-domain.txt */
const ENDINGS: [misspelt: RegExp, ending: string][] = [
  [/\.(?:con|cmo|ocm|cpm|vom|xom|comm|coom|cim)$/, '.com'],
  [/\.(?:couk|co\.ku|co\.ukk|co\.uk\.uk|cok\.uk|c\.uk|oc\.uk|co\.ik|co\.yk|co\.um)$/, '.co.uk'],
  [/\.(?:ogr|orgg|rog)$/, '.org'],
  [/\.(?:nte|nett|ent)$/, '.net'],
]

/** Returns the address with the domain of a provider, or with an ending that exists, if its own is probably misspelt. */
export function suggestEmail(address: string): string | undefined {
  const [name, domain, ...rest] = address.trim().toLowerCase().split('@')
  if (!name || !domain || rest.length > 0 || EXISTING.has(domain)) return undefined
  if (PROVIDERS.includes(domain)) return undefined
  const [misspelt, ending] = ENDINGS.find(([pattern]) => pattern.test(domain)) ?? []
  const corrected = misspelt && ending ? domain.replace(misspelt, ending) : domain
  const meant = findProvider(corrected) ?? corrected
  return meant === domain ? undefined : `${address.trim().slice(0, name.length)}@${meant}`
}

function findProvider(domain: string): string | undefined {
  // Google has no British domain.
  if (domain === 'gmail.co.uk') return 'gmail.com'
  return PROVIDERS.find((known) => known === domain || isOneMistakeApart(domain, known))
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
