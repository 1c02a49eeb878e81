import { MARGIN, target, type Target } from '../target.ts'
import type { FunctionFigures } from './functions.ts'

const LIGHT = { kilobytes: 340, ms: 22 }
/** Most of the time is Node's own `http`, which the SDK loads. */
const WITH_STRIPE = { kilobytes: 620, ms: 60 }

export function functionTargets(figures: FunctionFigures[]): Target[] {
  return figures.flatMap(({ name, bytes, holdsStripe, overEmptyMs }) => {
    const limits = holdsStripe ? WITH_STRIPE : LIGHT
    return [
      target(`${name}: bundle`, Math.round(bytes / 100) / 10, limits.kilobytes, 'KB'),
      target(`${name}: import over an empty handler`, overEmptyMs, limits.ms, 'ms', MARGIN),
    ]
  })
}
