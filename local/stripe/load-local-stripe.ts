import { glob, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { integrityHash } from '#scripts/security-headers/integrity.ts'
import { inlineHashes } from '#scripts/security-headers/read-page.ts'

/** In the script of @stripe/stripe-js, which completes it to an address such as https://js.stripe.com/endive/stripe.js. */
const ORIGIN = /(["'`])https:\/\/js\.stripe\.com\1/g

/** Changes a copy of the built site so that its payment form loads the stand-in for Stripe.js from `/__local/stripe`. */
export async function loadLocalStripe(site: string): Promise<void> {
  const hashes = new Map<string, string>()
  for await (const file of filesIn(site, '_astro/*.js')) {
    const script = await readFile(file, 'utf8')
    const changed = script.replace(ORIGIN, '"/__local/stripe"')
    if (changed === script) continue
    await writeFile(file, changed)
    hashes.set(integrityHash(script), integrityHash(changed))
  }
  // The pages name the integrity of the script in their import maps, and the headers the hashes of these maps.
  const hashesOfMaps = new Map<string, string>()
  for await (const file of filesIn(site, '**/*.html')) {
    const page = await readFile(file, 'utf8')
    const changed = replaceAll(page, hashes)
    await writeFile(file, changed)
    const after = scriptHashes(changed)
    for (const [nth, before] of scriptHashes(page).entries()) hashesOfMaps.set(before, after[nth]!)
  }
  const headers = join(site, '_headers')
  await writeFile(headers, replaceAll(await readFile(headers, 'utf8'), hashesOfMaps))
}

async function* filesIn(folder: string, pattern: string): AsyncGenerator<string> {
  for await (const name of glob(pattern, { cwd: folder })) yield join(folder, name)
}

const scriptHashes = (page: string) => inlineHashes(page)['script-src'] ?? []

function replaceAll(text: string, replacements: Map<string, string>): string {
  let result = text
  for (const [before, after] of replacements) result = result.replaceAll(before, after)
  return result
}
