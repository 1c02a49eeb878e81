import { useSyncExternalStore } from 'react'

const never = () => () => undefined

/** False on a page as it was pre-rendered: what needs code cannot be pressed yet. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}
