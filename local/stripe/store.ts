import { renameSync, writeFileSync } from 'node:fs'
import { appendFile } from 'node:fs/promises'
import { readLines } from '#local/read-lines.ts'
import { emptyState, type StripeState } from '#local/stripe/state.ts'

export interface Store {
  state: StripeState
  /** Resolves when all changes so far are on disk. */
  save: () => Promise<void>
}

export function openStore(file?: string): Store {
  return file ? openJournal(file) : { state: emptyState(), save: () => Promise.resolve() }
}

/**
 * Appends a line for each object and each changed version of it, so that the cost of a payment
 * does not grow with the number of payments. Only objects that were accessed are checked for changes.
 */
function openJournal(file: string): Store {
  const written = readWritten(file)
  const objects = readObjects(written)
  const reached = new Map<string, Place>()
  let last = Promise.resolve()
  let queued: Promise<void> | undefined

  function changes(): string {
    const lines = [...reached].map(([key, place]) => {
      const line = lineOf(place, objects[place[0]][place[1]])
      if (line === (written.get(key) ?? removal(place))) return ''
      written.set(key, line)
      return `${line}\n`
    })
    reached.clear()
    return lines.join('')
  }

  // Requests that arrive during a write share the next one.
  function save() {
    queued ??= last = last
      .catch(() => undefined)
      .then(() => {
        queued = undefined
        const lines = changes()
        return lines ? appendFile(file, lines, { mode: 0o600 }) : undefined
      })
    return queued
  }
  return { state: watched(objects, (place) => reached.set(place.join(' '), place)), save }
}

type Place = [collection: keyof StripeState, id: string]
type Objects = Record<keyof StripeState, Record<string, unknown>>

const removal = (place: Place) => JSON.stringify(place)
const lineOf = (place: Place, object: unknown) =>
  object === undefined ? removal(place) : JSON.stringify([...place, object])

/** Returns the last line of each object, so that the file can be compacted. */
function readWritten(file: string): Map<string, string> {
  const written = new Map<string, string>()
  const lines = readLines(file)
  for (const line of lines) {
    const [collection, id, object]: [...Place, unknown?] = JSON.parse(line)
    const key = `${collection} ${id}`
    if (object === undefined) written.delete(key)
    else written.set(key, line)
  }
  if (written.size < lines.length) writeWhole(file, [...written.values()])
  return written
}

/** Replaces the file atomically, so that a killed process never leaves an incomplete one. */
function writeWhole(file: string, lines: string[]) {
  writeFileSync(`${file}.tmp`, lines.map((line) => `${line}\n`).join(''), { mode: 0o600 })
  renameSync(`${file}.tmp`, file)
}

function readObjects(written: Map<string, string>): Objects {
  const objects: Objects = emptyState()
  for (const line of written.values()) {
    const [collection, id, object]: [...Place, unknown] = JSON.parse(line)
    objects[collection][id] = object
  }
  return objects
}

function watched(objects: Objects, reach: (place: Place) => void): StripeState {
  const collections = Object.entries(objects).map(([name, collection]) => {
    const touch = (id: string | symbol) => reach([name as keyof StripeState, String(id)])
    const traps: ProxyHandler<Record<string, unknown>> = {
      get(all, id) {
        if (Object.hasOwn(all, id)) touch(id)
        return Reflect.get(all, id)
      },
      set(all, id, object) {
        touch(id)
        return Reflect.set(all, id, object)
      },
      deleteProperty(all, id) {
        touch(id)
        return Reflect.deleteProperty(all, id)
      },
    }
    return [name, new Proxy(collection, traps)]
  })
  return Object.fromEntries(collections) as StripeState
}
