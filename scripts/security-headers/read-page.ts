import type { Policy } from '#scripts/security-headers/content-security-policy.ts'
import { tagsOf, type Tag } from '#scripts/security-headers/html-tags.ts'
import { integrityHash } from '#scripts/security-headers/integrity.ts'

/** Script types that a policy covers; others, such as JSON-LD, are data. */
const EXECUTABLE_TYPES = new Set([
  '',
  'module',
  'text/javascript',
  'application/javascript',
  'importmap',
  'speculationrules',
])

/** Attributes with the scripts that an island loads at hydration. */
const ISLAND_SCRIPTS = ['component-url', 'renderer-url', 'before-hydration-url']

/** Lists what a strict policy blocks and no hash can allow. */
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

/** Returns the scripts of a page and of its islands. */
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
