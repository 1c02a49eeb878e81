// Inline in the head of every page, before anything else. Fonts (Head.astro), drawings (styles/first-paint.css) and the
// page's own scripts (scripts/defer-scripts.ts) load after the first paint, and the fonts are applied together, so that
// they cause one layout only. The content of <noscript class="later"> is inserted after that, when the browser is idle: the
// forms of the body only once the fonts are applied, because each layout of them takes long.

const fonts = document.querySelector<HTMLStyleElement>('#fonts')!
let areFontsApplied = false
const isPaymentReturn = location.search.includes('payment_intent')

// Insert everything at once for a #fragment, which must find its target, after a payment redirect, whose URL must be
// cleaned, and without requestIdleCallback (Safari).
if (location.hash || isPaymentReturn || !window.requestIdleCallback)
  addEventListener('DOMContentLoaded', insertAll)
if (location.hash) addEventListener('DOMContentLoaded', holdTarget)
// Insert before scrolling, or late content would shift the layout, and for islands that need it (after-paint.ts).
for (const event of ['scroll', 'insertlater']) addEventListener(event, insertAll, { once: true })
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
    // A browser may paint an empty page or only the header first; what loads then would delay the text.
    new PerformanceObserver((paints) => {
      if (paints.getEntriesByName('first-contentful-paint').length > 0) onceParsed(startAfterFrame)
    }).observe({ type: 'paint' })
  } catch {
    // Rely on the other two signals.
  }
  requestAnimationFrame(() => requestAnimationFrame(startSoon))
}

function onceParsed(work: () => void) {
  if (document.readyState === 'loading') addEventListener('DOMContentLoaded', work)
  else work()
}

function startAfterFrame() {
  requestAnimationFrame(() => setTimeout(start))
}

function start() {
  if (document.querySelector('[data-painted]')) return
  startPage()
  const faces = [...(fonts.sheet!.cssRules as Iterable<CSSFontFaceRule>)].map(fetchFont)
  // The rules would load the fonts again and compute all styles again, which takes twice as long.
  void Promise.all(faces).then(addFonts, applyFonts)
}

/** Async, so that a font that cannot be parsed rejects instead of throwing. */
async function fetchFont({ style }: CSSFontFaceRule) {
  const family = style.getPropertyValue('font-family').replace(/['"]/g, '')
  const weight = style.getPropertyValue('font-weight')
  return await new FontFace(family, style.getPropertyValue('src'), { weight }).load()
}

function addFonts(loaded: FontFace[]) {
  areFontsApplied = true
  for (const face of loaded) document.fonts.add(face)
}

/** Applies the rules, so that each font is used once it is loaded, even if the other one fails. */
function applyFonts() {
  fonts.media = 'all'
  areFontsApplied = true
}

function startPage() {
  document.documentElement.dataset.painted = ''
  dispatchEvent(new Event('painted'))
  onceParsed(loadScripts)
}

function loadScripts() {
  for (const { src } of document.querySelectorAll<HTMLScriptElement>('script[type=late]')) void import(src)
  window.requestIdleCallback?.(insertInTurn)
}

/** Inserts the deferred elements one at a time (ms between them), so that the browser lays out each in its own task. */
function insertInTurn() {
  const inserted = insertNext(areFontsApplied ? '.later' : 'head .later')
  if (inserted || !areFontsApplied) setTimeout(requestIdleCallback, 400, insertInTurn)
  else layOutInTurn()
}

/** Lays out what styles/parts/chapter.css skips, one element at a time (ms between them), so that a capture or an archive
 *  of the whole page is complete. */
function layOutInTurn() {
  const elements = document.querySelectorAll<HTMLElement>('section, article, footer, .window')
  const skipped = [...elements].find((element) => getComputedStyle(element).contentVisibility === 'auto')
  if (skipped) {
    skipped.style.contentVisibility = 'visible'
    setTimeout(requestIdleCallback, 100, layOutInTurn)
  } else document.documentElement.dataset.laidOut = ''
}

function insertAll() {
  while (insertNext());
}

/** Keeps the target of a deep link in place while fonts and islands change the height of the page: until the visitor
 *  touches the page or presses a key, at most ten seconds. A reload keeps the position that the browser restores. */
function holdTarget() {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  if (navigation?.type !== 'navigate') return
  const observer = new ResizeObserver(() =>
    document.querySelector(':target')?.scrollIntoView({ behavior: 'instant' }),
  )
  const release = () => observer.disconnect()
  observer.observe(document.body)
  for (const input of ['wheel', 'pointerdown', 'keydown']) addEventListener(input, release)
  setTimeout(release, 10_000)
}

/** Replaces the next deferred element by its content. Returns null when none is left. */
function insertNext(selector = '.later') {
  const deferred = document.querySelector(selector)
  deferred?.replaceWith(document.createRange().createContextualFragment(deferred.textContent))
  return deferred
}
