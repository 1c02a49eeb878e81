import { tagsOf } from '#scripts/security-headers/html-tags.ts'

/**
 * The rules by which MDN's HTTP Observatory scores a page, as far as one machine can tell: those of version 1.4.0, with
 * the tests for COOP and COEP that it got in 2026. https://github.com/mdn/mdn-http-observatory (src/grader/charts.js,
 * src/analyzer/tests, pull request 498). Not told from here: the redirection from http and the preload list, which
 * count 0 where all is well; and of cookies, only that there are none.
 */
export interface Scored {
  score: number
  /** Points that each test adds to or subtracts from 100. */
  points: Record<string, number>
}

/** Minimum score for a bonus. */
const BONUS_FROM = 90

export function score(headers: Headers, html: string): Scored {
  const policy = readPolicy(headers.get('content-security-policy'))
  const points = {
    csp: scorePolicy(policy),
    frames: scoreFraming(policy, headers.get('x-frame-options')),
    transport: scoreTransport(headers.get('strict-transport-security')),
    sniffing: headers.get('x-content-type-options')?.toLowerCase() === 'nosniff' ? 0 : -5,
    referrer: scoreValue(headers.get('referrer-policy'), PRIVATE, 5, []),
    resource: scoreValue(headers.get('cross-origin-resource-policy'), ['same-origin', 'same-site'], 10, [
      'cross-origin',
    ]),
    opener: scoreValue(headers.get('cross-origin-opener-policy'), APART, 10, ['unsafe-none']),
    embedder: scoreValue(headers.get('cross-origin-embedder-policy'), ISOLATED, 10, ['unsafe-none']),
    sharing: headers.get('access-control-allow-credentials') === 'true' ? -50 : 0,
    integrity: scoreScripts(html),
    cookies: headers.has('set-cookie') ? -20 : 0,
  }
  const all = Object.values(points)
  const uncurved = 100 + sum(all.filter((one) => one < 0))
  return { score: Math.max(0, uncurved >= BONUS_FROM ? 100 + sum(all) : uncurved), points }
}

const sum = (numbers: number[]) => numbers.reduce((total, one) => total + one, 0)

const PRIVATE = ['no-referrer', 'same-origin', 'strict-origin', 'strict-origin-when-cross-origin']
const APART = ['same-origin', 'same-origin-allow-popups', 'noopener-allow-popups']
const ISOLATED = ['require-corp', 'credentialless']

/** Absent or without effect: 0. Unknown or leaking values: −5. */
function scoreValue(value: string | null, good: string[], bonus: number, idle: string[]): number {
  if (value === null || idle.includes(value)) return 0
  return good.includes(value) ? bonus : -5
}

type Policy = Map<string, Set<string>>

/** Undefined: no policy, or an invalid one, with a repeated directive or a second policy after a comma. */
function readPolicy(header: string | null): Policy | undefined {
  if (header === null || header.includes(',')) return undefined
  const policy: Policy = new Map()
  for (const directive of header.toLowerCase().split(';')) {
    const [name = '', ...sources] = directive.trim().split(/\s+/)
    if (name === '') continue
    if (policy.has(name)) return undefined
    policy.set(name, new Set(sources.length > 0 ? sources : ["'none'"]))
  }
  return policy
}

const BROAD = ['ftp:', 'http:', 'https:', '*', 'http://*', 'http://*.*', 'https://*', 'https://*.*']
const INLINE = ["'unsafe-inline'", 'data:']
const PASSIVE = ['img-src', 'media-src']

function scorePolicy(policy: Policy | undefined): number {
  if (policy === undefined) return -25
  const allowed = (directive: string) =>
    withoutOverruled(policy.get(directive) ?? policy.get('default-src') ?? new Set(['*']))
  const [scripts, styles, objects] = [allowed('script-src'), allowed('style-src'), allowed('object-src')]
  const active = [...policy.keys()].filter((directive) => !PASSIVE.includes(directive)).flatMap(allowed)
  const plain = (source: string) => /^(http|ftp):/.test(source)
  if (
    scripts.some((one) => [...BROAD, ...INLINE].includes(one)) ||
    objects.some((one) => BROAD.includes(one))
  )
    return -20
  if (active.some(plain)) return -20
  if ([...scripts, ...styles].includes("'unsafe-eval'")) return -10
  if (PASSIVE.flatMap(allowed).some(plain)) return -10
  if (styles.some((one) => [...BROAD, ...INLINE].includes(one))) return 0
  return String([...(policy.get('default-src') ?? [])]) === "'none'" ? 10 : 5
}

/** Browsers ignore `unsafe-inline` next to a hash or nonce. */
function withoutOverruled(sources: Set<string>): string[] {
  const strict = [...sources].some((source) => /^'(sha256|sha384|sha512|nonce)-/.test(source))
  return [...sources].filter((source) => !strict || source !== "'unsafe-inline'")
}

function scoreFraming(policy: Policy | undefined, option: string | null): number {
  if (policy?.has('frame-ancestors')) return 5
  return option !== null && /^(deny|sameorigin|allow-from.*)$/i.test(option) ? 0 : -20
}

const HALF_A_YEAR = 15_552_000

function scoreTransport(header: string | null): number {
  const age = /(?:^|;)\s*max-age=(\d+)/i.exec(header ?? '')?.[1]
  if (age === undefined) return -20
  return Number(age) < HALF_A_YEAR ? -10 : 0
}

/** Scripts with `src`: third-party ones need integrity, and own ones with integrity get a bonus. */
function scoreScripts(html: string): number {
  const scripts = tagsOf(html).filter(({ name, attributes }) => name === 'script' && attributes.has('src'))
  const foreign = scripts.filter(({ attributes }) => /^(https?:)?\/\//.test(attributes.get('src') ?? ''))
  const bare = foreign.filter(({ attributes }) => !attributes.has('integrity'))
  const unsafe = foreign.filter(({ attributes }) => !attributes.get('src')?.startsWith('https:'))
  if (bare.some((script) => unsafe.includes(script))) return -50
  if (unsafe.length > 0) return -20
  if (bare.length > 0) return -5
  return scripts.some(({ attributes }) => attributes.has('integrity')) ? 5 : 0
}
