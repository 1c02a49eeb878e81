/**
 * Makes all of the page but this element inert, as it now is: what is added later can be used, and so can the frames
 * that a foreign script has put beside the page's own parts. Answers how to undo it.
 */
export function makeInert(element: Element): () => void {
  const shut: Element[] = []
  for (let at = element; at.parentElement; at = at.parentElement) {
    for (const beside of at.parentElement.children) {
      if (beside === at || beside.matches('[inert], head, body > iframe, body > :has(> iframe)')) continue
      beside.setAttribute('inert', '')
      shut.push(beside)
    }
  }
  return () => {
    for (const one of shut) one.removeAttribute('inert')
  }
}
