// Runs before the npm scripts, with any version of Node and before any package is installed: plain JavaScript without
// dependencies.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findChromium, findFirefox, findHeadlessShell, findWebKit } from '#local/browsers.mjs'
import { isInstalled } from '#local/installed.mjs'
import { withLock } from '#local/lock.mjs'
import { provideNode } from '#local/provide-node.mjs'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

const CHROMIUM = {
  flag: '--browser',
  name: 'Chromium',
  find: findChromium,
  package: 'chromium',
  withoutApt: 'npx playwright install chromium',
}
const FIREFOX = {
  flag: '--firefox',
  name: 'Firefox',
  find: findFirefox,
  package: 'firefox-esr',
  // Prints the path to put into FIREFOX.
  withoutApt: 'npx @puppeteer/browsers install firefox@stable',
}
// Only WebKitGTK can be driven without a Mac, and it needs a screen.
const WEBKIT = {
  flag: '--webkit',
  name: 'WebKit',
  find: findWebKit,
  package: 'webkit2gtk-driver xvfb',
  withoutApt: 'your package manager: WebKitWebDriver with MiniBrowser, and Xvfb',
}

try {
  await installPackages(ROOT)
  await provideNode(ROOT, (folder) => installPackages(folder, '--ignore-scripts'))
  for (const browser of [CHROMIUM, FIREFOX, WEBKIT])
    if (process.argv.includes(browser.flag)) await installBrowser(browser)
  if (process.argv.includes(CHROMIUM.flag)) await installHeadlessShell()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

/**
 * @param {string} folder
 * @param {string[]} options
 */
async function installPackages(folder, ...options) {
  if (isInstalled(folder)) return
  // Not in node_modules, which npm removes first.
  await withLock(
    join(ROOT, 'build', 'install.lock'),
    () => runNpm(folder, options),
    () => console.log('Waiting for the packages that another command is installing …'),
  )
}

/**
 * @param {string} folder
 * @param {string[]} options
 */
async function runNpm(folder, options) {
  if (isInstalled(folder)) return
  const startedAt = Date.now()
  const file = relative(ROOT, join(folder, 'package-lock.json'))
  console.log(`Installing the packages that ${file} names (a minute or two) …`)
  // With an older Node, npm would print many warnings that do not matter here.
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error']
  await run(folder, ...npm('ci', '--include=dev', '--include=optional', ...quiet, ...options))
  console.log(`Installed in ${Math.round((Date.now() - startedAt) / 1000)} s.`)
}

/**
 * @param {string[]} parameters
 * @returns {[string, string[]]}
 */
function npm(...parameters) {
  const cli = process.env.npm_execpath ?? ''
  // Uses the npm that runs this script, which may not be the first on the PATH, unless its Node was removed with old
  // packages.
  return cli.endsWith('npm-cli.js') && existsSync(process.execPath)
    ? [process.execPath, [cli, ...parameters]]
    : ['npm', parameters]
}

/**
 * Installs a missing browser as root with apt-get; otherwise throws an error that names the command.
 * @param {{ name: string, find: () => string | undefined, package: string, withoutApt: string }} browser
 */
async function installBrowser({ name, find, package: aptPackage, withoutApt }) {
  if (find()) return
  const apt = await succeeds('apt-get', ['--version'])
  if (apt && isRoot()) {
    console.log(`Installing ${name} for the browser tests with apt-get …`)
    await aptGet('inherit', 'update')
    await aptGet('inherit', 'install', '-y', ...aptPackage.split(' '))
  }
  if (find()) return
  const command = apt ? `sudo apt-get install -y ${aptPackage}` : withoutApt
  throw new Error(
    `The browser tests need ${name} (or ${name.toUpperCase()}=/path/to/it). Install it with:\n\n  ${command}\n`,
  )
}

/** The browser tests run without it, four times as slowly. Ubuntu has no package of it, but Playwright has a build. */
async function installHeadlessShell() {
  const hasApt = isRoot() && (await succeeds('apt-get', ['--version']))
  if (process.env.CHROMIUM || findHeadlessShell() || !hasApt) return
  console.log('Installing the headless shell of Chromium, which makes the browser tests four times as fast …')
  const install = () => aptGet('ignore', 'install', '-y', 'chromium-headless-shell')
  if (await install()) return
  // The lists of packages may be missing or old.
  await aptGet('ignore', 'update')
  if (await install()) return
  const playwright = join(ROOT, 'node_modules', 'playwright', 'cli.js')
  if (!(await succeeds(process.execPath, [playwright, 'install', '--with-deps', '--only-shell', 'chromium'])))
    console.log('It cannot be installed here, so the browser tests are slow.')
}

function isRoot() {
  return process.getuid?.() === 0
}

/**
 * @param {'inherit' | 'ignore'} stdio
 * @param {string[]} parameters
 */
function aptGet(stdio, ...parameters) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  return succeeds('apt-get', ['-qq', '-o', 'Acquire::http::Timeout=20', ...parameters], { stdio, env })
}

/**
 * @param {string} cwd
 * @param {string} program
 * @param {string[]} parameters
 */
async function run(cwd, program, parameters) {
  const options = { cwd, shell: process.platform === 'win32' && program === 'npm' }
  if (await succeeds(program, parameters, { ...options, stdio: 'inherit' })) return
  throw new Error(`"npm ${parameters.filter((each) => !each.endsWith('.js')).join(' ')}" failed.`)
}

/**
 * @param {string} program
 * @param {string[]} parameters
 * @param {import('node:child_process').SpawnOptions} options
 */
async function succeeds(program, parameters, options = { stdio: 'ignore' }) {
  const child = spawn(program, parameters, options)
  const [code] = await once(child, 'close').catch(() => [1])
  return code === 0
}
