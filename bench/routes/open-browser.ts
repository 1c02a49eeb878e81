import { type Browser, chromium } from 'playwright'
import { findChromium } from '../../local/chromium.mjs'

/** Knows this machine only: no other server has a say in the figures, or is bothered. */
export function openBrowser(): Promise<Browser> {
  const executablePath = findChromium()
  const alone = '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost'
  const args = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking', alone]
  return chromium.launch({ args, ...(executablePath && { executablePath }) })
}
