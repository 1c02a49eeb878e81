import { useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react'

declare global {
  interface Window {
    /** Forms and fieldsets that were filled in before hydration, by name: null once taken. */
    earlyForms?: Record<string, HTMLFormElement | HTMLFieldSetElement | null>
  }
}

const never = () => () => undefined

/** Returns false in the pre-rendered page, to disable controls until they work. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}

/** Returns the form that was filled in before hydration, once: from now on React hears of it. */
function takeEarlyForm(name: string) {
  const early = window.earlyForms?.[name]
  window.earlyForms = { ...window.earlyForms, [name]: null }
  return early
}

/** Returns the value of the radio button that was chosen in a fieldset before hydration, once. */
export const takeEarlyChoice = (name: string): string | undefined =>
  takeEarlyForm(name)?.querySelector<HTMLInputElement>(':checked')?.value

/**
 * Passes on what was typed into a pre-rendered form before hydration, and submits the form if the visitor already has
 * (components/site/EarlySubmit.astro). Returns props for the form, whose submit buttons must not be `disabled` until then.
 */
export function usePrerenderedForm(formName: string, onInput: (name: string, text: string) => void) {
  const ref = useRef<HTMLFormElement>(null)
  const isPrerendered = useRef(!useHydrated())
  const latest = useRef(onInput)
  const isSubmitted = useRef(false)
  // Not in an effect after the paint: typing before it would render the form, and empty the fields that were filled in.
  useLayoutEffect(() => {
    const kept = takeEarlyForm(formName)
    const early = isPrerendered.current ? ref.current : kept
    if (!(early instanceof HTMLFormElement)) return
    for (const [name, text] of new FormData(early)) {
      if (typeof text === 'string' && text !== '') latest.current(name, text)
    }
    isSubmitted.current = 'submitted' in early.dataset
  }, [formName])
  useEffect(() => {
    // Once the other effects of the island have restored its state.
    if (isSubmitted.current) queueMicrotask(() => ref.current?.requestSubmit())
  }, [])
  // Outside a dialog, a form with this method goes nowhere, so that nothing typed is lost.
  return { ref, name: formName, method: 'dialog' }
}
