import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, join } from 'node:path'

const CHROMIUM_NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const CHROMIUM_PATHS = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

const FIREFOX_NAMES = ['firefox', 'firefox-esr']
const FIREFOX_PATHS = [
  '/Applications/Firefox.app/Contents/MacOS/firefox',
  'C:\\Program Files\\Mozilla Firefox\\firefox.exe',
]

const WEBKIT_PATHS = ['x86_64', 'aarch64'].map(
  (processor) => `/usr/lib/${processor}-linux-gnu/webkit2gtk-4.1/MiniBrowser`,
)

/**
 * Finds a Chromium on this machine: the one that CHROMIUM names, an installed one, or Playwright's own.
 * @returns {string | undefined}
 */
export function findChromium() {
  return (
    process.env.CHROMIUM || firstOf([...onPath(CHROMIUM_NAMES), ...CHROMIUM_PATHS, ...playwrightChromium()])
  )
}

/**
 * Finds the headless shell of Chromium, which opens a page five times as fast but has no camera: an installed one, or
 * Playwright's own.
 * @returns {string | undefined}
 */
export function findHeadlessShell() {
  return firstOf([...onPath(['chromium-headless-shell']), ...playwrightChromium().map(shellBeside)])
}

/**
 * Finds the browser of the browser tests: the one that CHROMIUM names, the headless shell, or any Chromium.
 * @returns {string | undefined}
 */
export function findHeadlessChromium() {
  return process.env.CHROMIUM || findHeadlessShell() || findChromium()
}

export const isHeadlessShell = (program = '') => /headless.shell/.test(program)

/**
 * Finds a Firefox on this machine: the one that FIREFOX names, or an installed one.
 * @returns {string | undefined}
 */
export function findFirefox() {
  return process.env.FIREFOX || firstOf([...onPath(FIREFOX_NAMES), ...FIREFOX_PATHS])
}

/**
 * Finds the WebKit browser that WebKitWebDriver drives, if a virtual screen is installed too: the one that WEBKIT names, or
 * Debian's.
 * @returns {string | undefined}
 */
export function findWebKit() {
  const isComplete = ['WebKitWebDriver', 'Xvfb'].every((name) =>
    onPath([name]).some((file) => existsSync(file)),
  )
  return isComplete ? process.env.WEBKIT || WEBKIT_PATHS.find((file) => existsSync(file)) : undefined
}

/** @returns {string[]} */
function onPath(/** @type {string[]} */ names) {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean)
  return folders.flatMap((folder) => names.map((name) => join(folder, name)))
}

const firstOf = (/** @type {string[]} */ programs) =>
  programs.find((program) => existsSync(program) && runs(program))

/** Whether the program runs: Ubuntu's `chromium-browser` may be a script that only says to install a snap. */
function runs(/** @type {string} */ program) {
  // On Windows, --version opens a window.
  if (process.platform === 'win32') return true
  return spawnSync(program, ['--version'], { stdio: 'ignore', timeout: 60_000 }).status === 0
}

/** @returns {string[]} */
function playwrightChromium() {
  try {
    return [createRequire(import.meta.url)('playwright').chromium.executablePath()]
  } catch {
    return []
  }
}

/** Playwright keeps its headless shell in a folder beside that of its Chromium. */
const shellBeside = (/** @type {string} */ chromium) =>
  chromium.replace(/chromium-(\d+)[\\/]chrome-([^\\/]+)[\\/].*$/, (_, revision, platform) =>
    join(
      `chromium_headless_shell-${revision}`,
      `chrome-headless-shell-${platform}`,
      process.platform === 'win32' ? 'chrome-headless-shell.exe' : 'chrome-headless-shell',
    ),
  )
