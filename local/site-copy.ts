import { cp, glob, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const SCRIPT = '<script src="/__local/stripe/stripe.js"></script>'

export async function copyFolder(from: string, to: string): Promise<void> {
  await rm(to, { recursive: true, force: true })
  await cp(from, to, { recursive: true })
}

/** Puts the stand-in's Stripe.js first on every page; Stripe's own loader then finds it and loads nothing. */
export async function addStripeScript(site: string): Promise<void> {
  for await (const name of glob('**/*.html', { cwd: site })) {
    const file = join(site, name)
    const page = await readFile(file, 'utf8')
    await writeFile(
      file,
      page.replace(/<head\b[^>]*>/i, (head) => head + SCRIPT),
    )
  }
}
