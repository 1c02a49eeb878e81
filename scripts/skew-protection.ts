import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

// After a deploy, an open page asks for scripts whose names are gone. Netlify serves those of an older deploy to a request
// that names it: https://docs.netlify.com/build/frameworks/frameworks-api/#netlifyv1skew-protectionjson

/** In the folder of the project. */
export const SKEW_PROTECTION_FILE = '.netlify/v1/skew-protection.json'

export interface SkewProtection {
  patterns: string[]
  sources: { type: 'cookie' | 'header' | 'query'; name: string }[]
}

/** The query that names a deploy. */
const QUERY = 'dpl'

/** Only files of the build, which never change. Never the API: an old function may have a hole that is mended since. */
const SKEW_PROTECTION: SkewProtection = {
  patterns: ['^/_astro/'],
  sources: [{ type: 'query', name: QUERY }],
}

/** Netlify reads it after the build; it cannot be committed, because Netlify empties the folder before the build. */
export async function writeSkewProtection(root: string): Promise<void> {
  const file = join(root, SKEW_PROTECTION_FILE)
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, `${JSON.stringify(SKEW_PROTECTION)}\n`)
}

/** Returns what names the deploy that this build is for; undefined on other machines. Netlify's offline build has "0". */
export function deployOf(env: NodeJS.ProcessEnv): string | undefined {
  return [env['NETLIFY_SKEW_PROTECTION_TOKEN'], env['DEPLOY_ID']].find((token) => token && token !== '0')
}

const IMPORT_MAP = /(?<=<script type="importmap">)\{.*?\}(?=<\/script>)/s
/** A script in a tag, or of an island. */
const SCRIPT = /(?<=\s(?:src|href|(?:component|renderer|before-hydration)-url)=")\/_astro\/[^"?]+\.js(?=")/g

/**
 * Makes all scripts of a page name their deploy: in its tags, and for the imports between scripts in its import map, so
 * that their files stay the same and no module loads twice.
 */
export function nameDeploy(html: string, deploy: string): string {
  const named = (address: string) => `${address}?${QUERY}=${encodeURIComponent(deploy)}`
  return html.replaceAll(SCRIPT, named).replace(IMPORT_MAP, (json) => {
    const { integrity } = JSON.parse(json) as { integrity: Record<string, string> }
    const hashes = Object.entries(integrity)
    return JSON.stringify({
      imports: Object.fromEntries(hashes.map(([address]) => [address, named(address)])),
      integrity: Object.fromEntries(hashes.map(([address, hash]) => [named(address), hash])),
    })
  })
}
