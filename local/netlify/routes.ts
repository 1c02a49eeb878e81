import type { BuiltFunction } from './import-functions.ts'

interface Route {
  called: BuiltFunction
  pattern: URLPattern
  isLiteral: boolean
}

interface Found {
  called: BuiltFunction
  params: Record<string, string>
}

/** `/api/vouchers/find` comes before `/api/vouchers/:id`, whatever their functions are called. */
export function routesOf(functions: BuiltFunction[]): Route[] {
  const routes = functions.flatMap((called) =>
    listOf<string>(called.config.path).map((path) => ({
      called,
      pattern: new URLPattern({ pathname: path }),
      isLiteral: !/[:*({]/.test(path),
    })),
  )
  return routes.toSorted((a, b) => Number(b.isLiteral) - Number(a.isLiteral))
}

export function findRoute(routes: Route[], request: Request): Found | undefined {
  const url = new URL(request.url)
  const pathname = url.pathname.replace(/(?<=.)\/$/, '')
  for (const { called, pattern } of routes) {
    const methods = listOf<string>(called.config.method)
    if (methods.length > 0 && !methods.includes(request.method)) continue
    const match = pattern.exec({ pathname })
    if (match) return { called, params: namedGroups(match.pathname.groups) }
  }
  return undefined
}

/** Taken from the path as it stands in the address: Netlify does not decode them. */
function namedGroups(groups: Record<string, string | undefined>): Record<string, string> {
  const named: Record<string, string> = {}
  for (const [name, value] of Object.entries(groups)) {
    if (value !== undefined && !/^\d/.test(name)) named[name] = value
  }
  return named
}

function listOf<T>(value: T | T[] | undefined): T[] {
  if (value === undefined) return []
  return Array.isArray(value) ? value : [value]
}
