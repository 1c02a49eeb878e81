import { useEffect, useRef, useSyncExternalStore } from 'react'

const never = () => () => undefined

/** Returns false in the pre-rendered page, to disable controls until they work. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}

/** Passes on the input typed into a pre-rendered form before hydration. Returns a ref for the form. */
export function usePrehydrationInput(onInput: (name: string, text: string) => void) {
  const form = useRef<HTMLFormElement>(null)
  const latest = useRef(onInput)
  useEffect(() => {
    if (!form.current) return
    for (const [name, text] of new FormData(form.current)) {
      if (typeof text === 'string' && text !== '') latest.current(name, text)
    }
  }, [])
  return form
}
