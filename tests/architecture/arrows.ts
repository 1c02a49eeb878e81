import { importsOf, targetOf, type Target } from './imports.ts'
import { ROOMS, type Room } from './rooms.ts'

interface Place {
  room: Room
  /** Which island, where each has a room of its own. */
  part: string | undefined
}

/** A sentence for each import of the file that its room does not allow. */
export function forbiddenImports(file: string, text: string): string[] {
  const from = placeOf(file)
  if (!from) return [`${file} has no room: see tests/architecture/rooms.ts`]
  return importsOf(file, text)
    .map((specifier) => targetOf(specifier, file))
    .flatMap((target) => refusal(file, from, target) ?? [])
}

function placeOf(file: string): Place | undefined {
  for (const room of ROOMS) {
    const match = room.files.exec(file)
    if (match) return { room, part: match[1] }
  }
  return undefined
}

function refusal(file: string, from: Place, target: Target): string | undefined {
  const { name, rooms, packages } = from.room
  if ('package' in target) {
    if (packages.includes(target.package)) return undefined
    return `${file} imports the package ${target.package}, but ${name} may use ${listed(packages)}`
  }
  const to = placeOf(target.file)
  if (to && (rooms.includes(to.room.name) || isSame(from, to))) return undefined
  return `${file} imports ${target.file}, but ${name} may import ${listed(rooms)}`
}

function isSame(from: Place, to: Place): boolean {
  return from.room === to.room && from.part === to.part
}

function listed(names: string[]): string {
  return names.length === 0 ? 'nothing' : `only ${names.join(', ')}`
}
