// Runs in the head of every page, before anything else of it: see FirstPaint.astro.

const fonts = document.querySelector<HTMLStyleElement>('#fonts')!
const paid = location.search.includes('payment_intent')

if (location.hash || paid || !window.requestIdleCallback) addEventListener('DOMContentLoaded', takeOutAll)
// Or what came later would push away what has just been scrolled to.
addEventListener('scroll', takeOutAll, { once: true })
if (paid || document.referrer.startsWith(location.origin)) {
  go()
  useFonts()
} else {
  // The first of three signals starts the page, so that none can keep it from starting: Firefox reports no paint of a
  // page that is scrolled when it is first painted, a hidden tab has no frames, and extensions break APIs. Frames and
  // load may come before the first paint in Chromium, hence the delay (ms).
  const startSoon = () => setTimeout(start, 500)
  addEventListener('load', startSoon)
  try {
    new PerformanceObserver(start).observe({ type: 'paint' })
  } catch {
    // The other two remain.
  }
  requestAnimationFrame(() => requestAnimationFrame(startSoon))
}

function start() {
  if (document.querySelector('[data-painted]')) return
  go()
  const faces = [...(fonts.sheet!.cssRules as Iterable<CSSFontFaceRule>)]
  void Promise.allSettled(faces.map(fetchFont)).then(useFonts)
}

/** Rejects, and does not throw, so that a font that cannot be fetched keeps no other away. */
async function fetchFont({ style }: CSSFontFaceRule) {
  await new FontFace('_', style.getPropertyValue('src')).load()
}

function useFonts() {
  fonts.media = 'all'
}

function go() {
  document.documentElement.dataset.painted = ''
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
