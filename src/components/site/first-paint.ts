// Inline in the head of every page, before anything else. Fonts (Head.astro), drawings (styles/first-paint.css) and the
// page's own scripts (scripts/defer-scripts.ts) load after the first paint, and the fonts are applied together, so that
// they cause one layout only. The content of <noscript class="later"> is inserted after that, when the browser is idle.

const fonts = document.querySelector<HTMLStyleElement>('#fonts')!
const isPaymentReturn = location.search.includes('payment_intent')

// Insert everything at once for a #fragment, which must find its target, after a payment redirect, whose URL must be
// cleaned, and without requestIdleCallback (Safari).
if (location.hash || isPaymentReturn || !window.requestIdleCallback)
  addEventListener('DOMContentLoaded', insertAll)
// Insert before scrolling, or late content would shift the layout.
addEventListener('scroll', insertAll, { once: true })
// After a link within the site, everything is in the cache.
if (isPaymentReturn || document.referrer.startsWith(location.origin)) {
  startPage()
  applyFonts()
} else {
  // The first of three signals starts the page, because each of them may be missing: Firefox reports no paint of a page
  // that is scrolled when it is first painted, a hidden tab has no frames, and extensions break APIs. In Chromium, frames
  // and the load event may come before the first paint, hence the delay (ms).
  const startSoon = () => setTimeout(start, 500)
  addEventListener('load', startSoon)
  try {
    new PerformanceObserver(start).observe({ type: 'paint' })
  } catch {
    // Rely on the other two signals.
  }
  requestAnimationFrame(() => requestAnimationFrame(startSoon))
}

function start() {
  if (document.querySelector('[data-painted]')) return
  startPage()
  const faces = [...(fonts.sheet!.cssRules as Iterable<CSSFontFaceRule>)]
  void Promise.allSettled(faces.map(fetchFont)).then(applyFonts)
}

/** Async, so that a font that cannot be parsed rejects instead of throwing, and the other one still loads. */
async function fetchFont({ style }: CSSFontFaceRule) {
  await new FontFace('_', style.getPropertyValue('src')).load()
}

function applyFonts() {
  fonts.media = 'all'
}

function startPage() {
  document.documentElement.dataset.painted = ''
  if (document.readyState === 'loading') addEventListener('DOMContentLoaded', loadScripts)
  else loadScripts()
}

function loadScripts() {
  for (const { src } of document.querySelectorAll<HTMLScriptElement>('script[type=late]')) void import(src)
  window.requestIdleCallback?.(insertInTurn)
}

/** Inserts the deferred elements one at a time (ms between them), so that the browser lays out each in its own task. */
function insertInTurn() {
  if (insertNext()) setTimeout(requestIdleCallback, 400, insertInTurn)
}

function insertAll() {
  while (insertNext());
}

/** Replaces the next deferred element by its content. Returns null when none is left. */
function insertNext() {
  const deferred = document.querySelector('.later')
  deferred?.replaceWith(document.createRange().createContextualFragment(deferred.textContent))
  return deferred
}
