import { lazy, type ComponentType } from 'react'
import { loadPart } from '#ui/load-part.ts'

/** A component that is loaded when it is first rendered. */
export const lazyPart = <Props>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => ({ default: await loadPart(load) }))
