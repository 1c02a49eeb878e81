import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Whether node_modules holds exactly what package-lock.json asks for. npm writes its own list as the last thing of
 * an install, so one that was broken off does not count.
 * @param {string} root
 */
export function isInstalled(root) {
  const list = join(root, 'node_modules', '.package-lock.json')
  if (!existsSync(list)) return false
  const [wanted, there] = [packagesIn(join(root, 'package-lock.json')), packagesIn(list)]
  delete wanted['']
  const allThere = Object.entries(wanted).every(([path, { version, optional }]) =>
    // Optional ones are other platforms' binaries.
    there[path] ? there[path].version === version : optional,
  )
  return allThere && Object.keys(there).every((path) => path in wanted)
}

/**
 * @param {string} file
 * @returns {Record<string, { version?: string, optional?: boolean }>}
 */
function packagesIn(file) {
  return JSON.parse(readFileSync(file, 'utf8')).packages
}
