import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Whether node_modules matches package-lock.json exactly. npm writes its own list at the very end of an install, so an
 * interrupted one does not count.
 * @param {string} root
 */
export function isInstalled(root) {
  const list = join(root, 'node_modules', '.package-lock.json')
  if (!existsSync(list)) return false
  const [locked, installed] = [packagesIn(join(root, 'package-lock.json')), packagesIn(list)]
  delete locked['']
  const isComplete = Object.entries(locked).every(([path, { version, optional }]) =>
    // Optional packages are binaries of other platforms.
    installed[path] ? installed[path].version === version : optional,
  )
  return isComplete && Object.keys(installed).every((path) => path in locked)
}

/**
 * @param {string} file
 * @returns {Record<string, { version?: string, optional?: boolean }>}
 */
function packagesIn(file) {
  return JSON.parse(readFileSync(file, 'utf8')).packages
}
