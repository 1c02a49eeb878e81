import { loadPart } from '#ui/load-part.ts'

/** Loads tooltips when a control that shows only an icon, `.button-sign`, is first pointed at or reached with Tab. */
export function enableTooltips(): void {
  const listening = new AbortController()
  const { signal } = listening
  const load = (event: Event) => {
    if (!(event.target instanceof Element && event.target.closest('.button-sign'))) return
    listening.abort()
    // Without them the controls still have their names for screen readers.
    loadPart(() => import('#ui/tooltip.ts')).then(
      ({ startTooltips }) => startTooltips(event),
      () => undefined,
    )
  }
  addEventListener('pointerover', load, { signal })
  addEventListener('keyup', load, { signal })
}
