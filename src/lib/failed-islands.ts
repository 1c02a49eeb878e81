/** An island whose scripts cannot be had stays as it was pre-rendered; this puts the layout's sentence above it. */
export function tellOfFailedIslands(): void {
  // https://docs.astro.build/en/reference/directives-reference/#client-directives: dispatched after the second try.
  document.addEventListener('astro:hydration-error', ({ target }) => {
    const sentence = document.querySelector<HTMLTemplateElement>('#island-failed')
    if (sentence && target instanceof Element) target.prepend(sentence.content.cloneNode(true))
  })
}
