import { type Browser, chromium } from 'playwright'
import { findChromium } from '../../local/browsers.mjs'

/** Knows this machine only: no other server has a say in the figures, or is bothered. */
export const ALONE = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--disable-background-networking',
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1',
]

export function openBrowser(executablePath = findChromium()): Promise<Browser> {
  return chromium.launch({ args: ALONE, ...(executablePath && { executablePath }) })
}
