import { rounded } from '../median.ts'
import { MARGIN, target, type Target } from '../target.ts'
import type { Imports } from './functions.ts'
import { type Library, slowdownBy } from './libraries.ts'

const LIMITS: Record<Library, { kilobytes: number; ms: number }> = {
  withoutStripe: { kilobytes: 340, ms: 22 },
  /** Most of the time is Node's own `http`, which the SDK loads. */
  withStripe: { kilobytes: 620, ms: 60 },
}

export function functionTargets({ functions, libraries }: Imports): Target[] {
  return functions.flatMap(({ name, bytes, holdsStripe, overEmptyMs }) => {
    const library = holdsStripe ? 'withStripe' : 'withoutStripe'
    const { kilobytes, ms } = LIMITS[library]
    const limit = rounded(ms * slowdownBy(library, libraries[library].overEmptyMs))
    return [
      target(`${name}: bundle`, Math.round(bytes / 100) / 10, kilobytes, 'KB'),
      target(`${name}: import over an empty handler`, overEmptyMs, limit, 'ms', MARGIN),
    ]
  })
}
