import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, join } from 'node:path'

const CHROMIUM_NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const CHROMIUM_PLACES = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

const FIREFOX_NAMES = ['firefox', 'firefox-esr']
const FIREFOX_PLACES = [
  '/Applications/Firefox.app/Contents/MacOS/firefox',
  'C:\\Program Files\\Mozilla Firefox\\firefox.exe',
]

/**
 * A Chromium on this machine: the one that CHROMIUM names, an installed one, or Playwright's own.
 * @returns {string | undefined}
 */
export function findChromium() {
  return process.env.CHROMIUM || firstOf([...onPath(CHROMIUM_NAMES), ...CHROMIUM_PLACES, ...playwrights()])
}

/**
 * The same without windows, which opens a page five times as fast; with windows where there is no other. It knows no
 * camera.
 * @returns {string | undefined}
 */
export function findHeadlessChromium() {
  return process.env.CHROMIUM || firstOf(onPath(['chromium-headless-shell'])) || findChromium()
}

/**
 * Finds a Firefox on this machine: the one that FIREFOX names, or an installed one.
 * @returns {string | undefined}
 */
export function findFirefox() {
  return process.env.FIREFOX || firstOf([...onPath(FIREFOX_NAMES), ...FIREFOX_PLACES])
}

/** @returns {string[]} */
function onPath(/** @type {string[]} */ names) {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean)
  return folders.flatMap((folder) => names.map((name) => join(folder, name)))
}

const firstOf = (/** @type {string[]} */ programs) =>
  programs.find((program) => existsSync(program) && answers(program))

/** Ubuntu's `chromium-browser` may be no more than a note that tells you to install a snap. */
function answers(/** @type {string} */ program) {
  // On Windows the question would open a window.
  if (process.platform === 'win32') return true
  return spawnSync(program, ['--version'], { stdio: 'ignore', timeout: 20_000 }).status === 0
}

/** @returns {string[]} */
function playwrights() {
  try {
    return [createRequire(import.meta.url)('playwright').chromium.executablePath()]
  } catch {
    return []
  }
}
