import { tagsOf, type Tag } from './html-tags.ts'
import { integrityHash } from './integrity.ts'
import type { Policy } from './content-security-policy.ts'

/** What the browser runs or obeys; other types, such as JSON-LD, are data that no policy looks at. */
const EXECUTABLE_TYPES = new Set([
  '',
  'module',
  'text/javascript',
  'application/javascript',
  'importmap',
  'speculationrules',
])

/** Attributes that name a script an island loads when it is reached. */
const ISLAND_SCRIPTS = ['component-url', 'renderer-url', 'before-hydration-url']

/** Each thing in a page that a strict policy blocks and no hash can allow. */
export function faultsIn(html: string): string[] {
  return tagsOf(html).flatMap(({ name, attributes }) =>
    [...attributes.keys()]
      .filter((attribute) => attribute === 'style' || /^on[a-z]/.test(attribute))
      .map((attribute) => `<${name} ${attribute}="${attributes.get(attribute)}">`),
  )
}

export function inlineHashes(html: string): Policy {
  const hashes: Policy = { 'script-src': [], 'style-src': [] }
  for (const tag of tagsOf(html)) {
    const directive = tag.name === 'style' ? 'style-src' : isInlineScript(tag) ? 'script-src' : undefined
    if (directive) hashes[directive]?.push(`'${integrityHash(tag.content)}'`)
  }
  return hashes
}

function isInlineScript({ name, attributes }: Tag): boolean {
  return name === 'script' && !attributes.has('src') && EXECUTABLE_TYPES.has(attributes.get('type') ?? '')
}

/** The scripts that a page starts with and those its islands start with. */
export function scriptsOf(html: string): string[] {
  return tagsOf(html)
    .flatMap(({ name, attributes }) => {
      if (name === 'script') return attributes.get('src')
      if (name === 'link' && attributes.get('rel') === 'modulepreload') return attributes.get('href')
      return ISLAND_SCRIPTS.map((attribute) => attributes.get(attribute))
    })
    .filter((address) => address?.startsWith('/') === true)
    .filter((address) => address !== undefined)
}
