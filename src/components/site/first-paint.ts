// Runs in the head of every page, before anything else of it: see FirstPaint.astro.

const fonts = document.querySelector<HTMLStyleElement>('#fonts')!
const paid = location.search.includes('payment_intent')

if (location.hash || paid || !('requestIdleCallback' in window))
  addEventListener('DOMContentLoaded', takeOutAll)
// Or what came later would push away what has just been scrolled to.
addEventListener('scroll', takeOutAll, { once: true })
if (paid || document.referrer.startsWith(location.origin)) {
  useFonts()
  go()
} else {
  new PerformanceObserver((_, observer) => {
    observer.disconnect()
    go()
    const fetched = (face: CSSRule) =>
      new FontFace('_', (face as CSSFontFaceRule).style.getPropertyValue('src')).load()
    void Promise.all(Array.from(fonts.sheet!.cssRules, fetched)).then(useFonts, useFonts)
  }).observe({ type: 'paint', buffered: true })
}

function useFonts() {
  fonts.media = 'all'
}

function go() {
  document.documentElement.dataset.painted = ''
  const manifest = document.createElement('link')
  document.head.append(Object.assign(manifest, { rel: 'manifest', href: '/manifest.webmanifest' }))
  if (document.readyState === 'loading') addEventListener('DOMContentLoaded', begin)
  else begin()
}

function begin() {
  for (const { src } of document.querySelectorAll<HTMLScriptElement>('script[type=late]')) void import(src)
  window.requestIdleCallback?.(takeOutInTurn)
}

/** With time in between, or the browser would look at the fields of all at once. */
function takeOutInTurn() {
  if (takeOut()) setTimeout(requestIdleCallback, 400, takeOutInTurn)
}

function takeOutAll() {
  while (takeOut());
}

/** Makes what the first Later.astro of those left holds a part of the page. */
function takeOut() {
  const later = document.querySelector('.later')
  later?.replaceWith(document.createRange().createContextualFragment(later.textContent))
  return later
}
