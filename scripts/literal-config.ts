import { isDeepStrictEqual } from 'node:util'

/**
 * Returns the `config` of a function as a JSON literal, which Netlify's packager can read. Throws if it is invalid. It
 * has no region, unless `region` is given, because not every plan of Netlify's lets one choose:
 * https://docs.netlify.com/build/functions/configuration/
 */
export function literalConfig(
  name: string,
  module: { default?: unknown; config?: unknown },
  region: string | undefined,
): string {
  const { default: handler, config } = module
  if (typeof handler !== 'function') throw new Error(`${name}.mts has no default export that can be called`)
  if (typeof config !== 'object' || config === null) throw new Error(`${name}.mts exports no config`)
  if (!isDeepStrictEqual(JSON.parse(JSON.stringify(config)), config))
    throw new Error(`${name}.mts: config must be plain JSON`)
  const fault = problemWithConfig(config)
  if (fault !== undefined) throw new Error(`${name}.mts: ${fault}`)
  return JSON.stringify({ ...(region !== undefined && { region: toRegion(region) }), ...config })
}

/** Netlify would deploy the functions with a wrong one elsewhere, or not at all. */
function toRegion(region: string): string {
  if (!/^[a-z]{3}$/.test(region))
    throw new Error(`FUNCTIONS_REGION is ${region}, but Netlify's regions are three letters, such as lhr`)
  return region
}

function problemWithConfig(config: {
  path?: unknown
  schedule?: unknown
  rateLimit?: unknown
}): string | undefined {
  const { path, schedule, rateLimit } = config
  if ((path === undefined) === (schedule === undefined))
    return 'config needs a path or a schedule, one of the two'
  // Netlify reads a plain string as 'domain', which counts all callers together.
  if (isObject(rateLimit) && !Array.isArray(rateLimit['aggregateBy'])) {
    return 'rateLimit.aggregateBy must be an array'
  }
  return undefined
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
