/** An island whose scripts cannot be had stays as it was pre-rendered; this puts the layout's sentence above it. */
export function tellOfFailedIslands(): void {
  // What Astro's island says after it has tried twice (astro/dist/runtime/server/astro-island.js).
  document.addEventListener('astro:hydration-error', ({ target }) => {
    const sentence = document.querySelector<HTMLTemplateElement>('#island-failed')
    if (sentence && target instanceof Element) target.prepend(sentence.content.cloneNode(true))
  })
}
