import { mkdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

// Longer than a busy machine holds a heartbeat up.
const STALE_MS = 60_000

/**
 * Runs the work while holding a lock file. Takes over the lock of a process that was killed.
 * @template T
 * @param {string} file
 * @param {() => Promise<T>} work
 * @param {() => void} [onWait] called once if another process holds the lock
 * @returns {Promise<T>}
 */
export async function withLock(file, work, onWait = () => {}) {
  mkdirSync(dirname(file), { recursive: true })
  if (!tryLock(file)) {
    onWait()
    while (!tryLock(file)) await pause(100)
  }
  const heartbeat = setInterval(() => touch(file), 1000).unref()
  try {
    return await work()
  } finally {
    clearInterval(heartbeat)
    rmSync(file, { force: true })
  }
}

/** @param {string} file */
function tryLock(file) {
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
    // The pid may belong to another program by now, or to another machine, so the heartbeat must be recent, too.
    const pid = Number(readFileSync(file, 'utf8'))
    return Date.now() - statSync(file).mtimeMs > STALE_MS || (pid > 0 && !isAlive(pid))
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
    // The file was removed; the work continues.
  }
}
