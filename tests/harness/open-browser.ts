import { chromium, type Browser } from 'playwright'
import { findChromium } from '#local/browsers.mjs'

/** Opens a browser that reaches this machine only, so that no other server affects the figures. */
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
