import type { River } from './river.ts'

/** The hero's river: the still picture, and every frame of the film that takes its place. */
export const HERO_RIVER: River = { width: 2400, height: 420, rows: 36, point: { x: 0.25, y: 0.4, r: 32 } }
