import { brotliCompressSync } from 'node:zlib'
import type { Page, Response } from 'playwright/test'

/** Records the scripts that a page loads from now on. Returns a function that sums up their bytes, compressed as they are sent. */
export function countScripts(page: Page): () => Promise<number> {
  const scripts = new Map<string, Response>()
  page.on('response', (response) => response.url().endsWith('.js') && scripts.set(response.url(), response))
  return async () => {
    const bodies = await Promise.all(Array.from(scripts.values(), (script) => script.body()))
    return bodies.reduce((sum, body) => sum + brotliCompressSync(body).length, 0)
  }
}
