import { glob, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { replaceAll, rewritePages } from '#local/netlify/rewrite-pages.ts'
import { integrityHash } from '#scripts/security-headers/integrity.ts'

/** In the script of @stripe/stripe-js, which completes it to an address such as https://js.stripe.com/endive/stripe.js. */
const ORIGIN = /(["'`])https:\/\/js\.stripe\.com\1/g

/** Changes a copy of the built site so that its payment form loads the stand-in for Stripe.js from `/__local/stripe`. */
export async function loadLocalStripe(site: string): Promise<void> {
  const hashes = new Map<string, string>()
  for await (const name of glob('_astro/*.js', { cwd: site })) {
    const file = join(site, name)
    const script = await readFile(file, 'utf8')
    const changed = script.replace(ORIGIN, '"/__local/stripe"')
    if (changed === script) continue
    await writeFile(file, changed)
    hashes.set(integrityHash(script), integrityHash(changed))
  }
  // The pages name the integrity of the script in their import maps.
  await rewritePages(site, (page) => replaceAll(page, hashes))
}
