import { isDeepStrictEqual } from 'node:util'

/** Beside the database, in London; Netlify's own default is Ohio. */
export const REGION = 'lhr'

/** The `config` of a function as the JSON text that Netlify's packager can read, or an error that says what is amiss. */
export function literalConfig(name: string, module: { default?: unknown; config?: unknown }): string {
  const { default: handler, config } = module
  if (typeof handler !== 'function') throw new Error(`${name}.mts has no default export that can be called`)
  if (typeof config !== 'object' || config === null) throw new Error(`${name}.mts exports no config`)
  if (!isDeepStrictEqual(JSON.parse(JSON.stringify(config)), config))
    throw new Error(`${name}.mts: config must be plain JSON`)
  const fault = problemWithConfig(config)
  if (fault !== undefined) throw new Error(`${name}.mts: ${fault}`)
  return JSON.stringify({ region: REGION, ...config })
}

function problemWithConfig(config: {
  path?: unknown
  schedule?: unknown
  rateLimit?: unknown
}): string | undefined {
  const { path, schedule, rateLimit } = config
  if ((path === undefined) === (schedule === undefined))
    return 'config needs a path or a schedule, one of the two'
  // A plain string silently becomes 'domain', which lumps all callers together.
  if (isObject(rateLimit) && !Array.isArray(rateLimit['aggregateBy'])) {
    return 'rateLimit.aggregateBy must be an array'
  }
  return undefined
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
