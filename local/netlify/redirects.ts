export interface Redirect {
  pattern: RegExp
  to: string
  status: number
  /** Applies even if a file has that path. */
  force: boolean
}

interface ParsedRedirect {
  from: string
  to: string
  path?: string
  status?: number
  force?: boolean
  query?: object
  conditions?: object
  proxy?: boolean
}

/** Converts a rule of Netlify's parser. Throws for features that are not implemented here. */
export function toRedirect(rule: unknown): Redirect {
  if (!isParsed(rule)) throw new Error(`This is no redirect: ${JSON.stringify(rule)}`)
  const { from, path = from, to, status = 301, force = false, query, conditions, proxy = false } = rule
  if (proxy || Object.keys({ ...query, ...conditions }).length > 0) {
    throw new Error(`The redirect from ${from} uses what the local stack does not know`)
  }
  return { pattern: patternOf(path), to, status, force }
}

function isParsed(rule: unknown): rule is ParsedRedirect {
  return typeof rule === 'object' && rule !== null && 'from' in rule && 'to' in rule
}

function patternOf(path: string): RegExp {
  const parts = path.split('/').filter(Boolean).map(patternOfPart)
  return new RegExp(`^${parts.join('')}/?$`, 'u')
}

function patternOfPart(part: string): string {
  if (part === '*') return '(?:/(?<splat>.*))?'
  if (part.startsWith(':')) return `/(?<${part.slice(1)}>[^/]+)`
  return `/${RegExp.escape(part)}`
}

export function findRedirect(redirects: Redirect[], path: string): Omit<Redirect, 'pattern'> | undefined {
  for (const { pattern, to, status, force } of redirects) {
    const match = pattern.exec(path)
    if (match) return { to: fill(to, match.groups ?? {}), status, force }
  }
  return undefined
}

/** Replaces `:name` and `:splat` by the matched values; unknown names stay. */
function fill(to: string, values: Record<string, string | undefined>): string {
  return to.replaceAll(/:([a-z_]\w*)/gi, (whole, name: string) =>
    name in values ? (values[name] ?? '') : whole,
  )
}
