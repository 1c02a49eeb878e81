const BROWSERS: [RegExp, string][] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|OPT)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/(?:Chrome|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]

const SYSTEMS: [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMacintosh\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
]

/**
 * Returns "Firefox on Windows" or the like. It quotes only the names above, never the header, because a client can send
 * any header. The order matters: browsers also name the browsers they claim compatibility with.
 */
export function describeBrowser(userAgent: string): string {
  const nameIn = (names: [RegExp, string][]) => names.find(([pattern]) => pattern.test(userAgent))?.[1]
  const browser = nameIn(BROWSERS)
  const system = nameIn(SYSTEMS)
  if (browser === undefined) return 'an unknown browser'
  return system === undefined ? browser : `${browser} on ${system}`
}
