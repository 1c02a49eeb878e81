import { useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react'

declare global {
  interface Window {
    /** Forms that were filled in before hydration, and radio buttons outside a form that were chosen, by name. */
    earlyForms?: Record<string, HTMLFormElement | HTMLInputElement>
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

/** Returns the value of the radio button outside a form that was chosen last before hydration, once. */
export function takeEarlyChoice(name: string): string | undefined {
  const chosen = window.earlyForms?.[name]
  delete window.earlyForms?.[name]
  return chosen instanceof HTMLInputElement ? chosen.value : undefined
}

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
    const early = isPrerendered.current ? ref.current : window.earlyForms?.[formName]
    delete window.earlyForms?.[formName]
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
