import { useEffect, useRef } from 'react'

/** For a form that was on the page before its code: what was typed or chosen in it meanwhile counts. */
export function usePrehydrationInput(take: (name: string, text: string) => void) {
  const form = useRef<HTMLFormElement>(null)
  const latest = useRef(take)
  useEffect(() => {
    if (!form.current) return
    for (const [name, text] of new FormData(form.current)) {
      if (typeof text === 'string' && text !== '') latest.current(name, text)
    }
  }, [])
  return form
}
