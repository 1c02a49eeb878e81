// Runs before the npm scripts, on whatever Node the machine has, before anything is installed: plain JavaScript
// without dependencies.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findChromium } from './chromium.mjs'
import { isInstalled } from './installed.mjs'
import { withLock } from './lock.mjs'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

try {
  await installPackages()
  if (process.argv.includes('--browser')) await installBrowser()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

async function installPackages() {
  if (isInstalled(ROOT)) return
  // npm removes node_modules first: the lock has to lie elsewhere.
  await withLock(join(ROOT, 'build', 'install.lock'), runNpm, () =>
    console.log('Waiting for the packages that another command is installing …'),
  )
}

async function runNpm() {
  if (isInstalled(ROOT)) return
  const began = Date.now()
  console.log('Installing the packages that package-lock.json names (a minute or two) …')
  // Under a Node older than the project's own, npm would fill the screen with warnings that mean nothing here.
  await run(...npm('ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'))
  // The project's own Node arrives by an install script, which somebody may have switched off.
  const own = ['node', 'node.exe'].some((name) => existsSync(join(ROOT, 'node_modules', 'node', 'bin', name)))
  if (!own) await run(...npm('rebuild', 'node', '--ignore-scripts=false', '--foreground-scripts'))
  console.log(`Installed in ${Math.round((Date.now() - began) / 1000)} s.`)
}

/**
 * @param {string[]} parameters
 * @returns {[string, string[]]}
 */
function npm(...parameters) {
  const cli = process.env.npm_execpath ?? ''
  // The npm that runs this script may not be the first one on the path.
  return cli.endsWith('npm-cli.js') ? [process.execPath, [cli, ...parameters]] : ['npm', parameters]
}

async function installBrowser() {
  if (findChromium()) return
  if (process.getuid?.() === 0 && (await succeeds('apt-get', ['--version']))) await withApt()
  if (findChromium()) return
  const command = (await succeeds('apt-get', ['--version']))
    ? 'sudo apt-get install -y chromium'
    : 'npx playwright install chromium'
  throw new Error(
    `The browser tests need Chromium (or CHROMIUM=/path/to/it). Install it with:\n\n  ${command}\n`,
  )
}

async function withApt() {
  console.log('Installing Chromium for the browser tests with apt-get …')
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  await succeeds('apt-get', ['update', '-qq'], { stdio: 'inherit', env })
  await succeeds('apt-get', ['install', '-y', '-qq', 'chromium'], { stdio: 'inherit', env })
  // Not every distribution has it, and nothing needs it: it is faster.
  await succeeds('apt-get', ['install', '-y', '-qq', 'chromium-headless-shell'], { stdio: 'ignore', env })
}

/**
 * @param {string} program
 * @param {string[]} parameters
 */
async function run(program, parameters) {
  const options = { cwd: ROOT, shell: process.platform === 'win32' && program === 'npm' }
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
