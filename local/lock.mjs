import { mkdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

const SILENT_MS = 10_000

/**
 * Does the work while nobody else holds this file; a holder that was killed does not count.
 * @template T
 * @param {string} file
 * @param {() => Promise<T>} work
 * @param {() => void} [onWait] called once if somebody else is at it
 * @returns {Promise<T>}
 */
export async function withLock(file, work, onWait = () => {}) {
  mkdirSync(dirname(file), { recursive: true })
  if (!take(file)) {
    onWait()
    while (!take(file)) await pause(100)
  }
  const sign = setInterval(() => touch(file), 1000).unref()
  try {
    return await work()
  } finally {
    clearInterval(sign)
    rmSync(file, { force: true })
  }
}

/** @param {string} file */
function take(file) {
  if (isAbandoned(file)) rmSync(file, { force: true })
  try {
    writeFileSync(file, `${process.pid}`, { flag: 'wx' })
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  }
}

/** @param {string} file */
function isAbandoned(file) {
  try {
    // A number may belong to another program by now, or to another machine's: a sign of life counts, too.
    const pid = Number(readFileSync(file, 'utf8'))
    return Date.now() - statSync(file).mtimeMs > SILENT_MS || (pid > 0 && !isAlive(pid))
  } catch {
    return false
  }
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** @param {string} file */
function touch(file) {
  try {
    utimesSync(file, new Date(), new Date())
  } catch {
    // Somebody removed it; the work goes on.
  }
}
