import type { BuiltFunction } from '#local/netlify/import-functions.ts'

interface Route {
  builtFunction: BuiltFunction
  pattern: URLPattern
  excluded: URLPattern[]
  isLiteral: boolean
}

interface Match {
  builtFunction: BuiltFunction
  params: Record<string, string>
}

/** Literal paths first: `/api/vouchers/find` before `/api/vouchers/:id`. */
export function routesOf(functions: BuiltFunction[]): Route[] {
  const routes = functions.flatMap((builtFunction) =>
    listOf<string>(builtFunction.config.path).map((path) => ({
      builtFunction,
      pattern: new URLPattern({ pathname: path }),
      excluded: listOf<string>(builtFunction.config.excludedPath).map(
        (pathname) => new URLPattern({ pathname }),
      ),
      isLiteral: !/[:*({]/.test(path),
    })),
  )
  return routes.toSorted((a, b) => Number(b.isLiteral) - Number(a.isLiteral))
}

export function matchRoute(routes: Route[], request: Request): Match | undefined {
  const url = new URL(request.url)
  const pathname = url.pathname.replace(/(?<=.)\/$/, '')
  for (const { builtFunction, pattern, excluded } of routes) {
    const methods = listOf<string>(builtFunction.config.method)
    if (methods.length > 0 && !methods.includes(request.method)) continue
    const match = pattern.exec({ pathname })
    if (match && !excluded.some((other) => other.test({ pathname })))
      return { builtFunction, params: namedGroups(match.pathname.groups) }
  }
  return undefined
}

/** Not decoded, as on Netlify. */
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
