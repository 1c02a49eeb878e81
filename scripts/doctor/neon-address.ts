import { env, problemWith } from '#server/env.ts'

/** Returns whether the direct and the pooled URL name the same database. */
export function isSameDatabase(directUrl: string): boolean {
  if (problemWith('DATABASE_URL')) return true
  return placeOf(directUrl) === placeOf(env('DATABASE_URL'))
}

function placeOf(url: string): string {
  const { hostname, pathname } = new URL(url)
  return hostname.replace('-pooler.', '.') + pathname
}

/** Returns `eu-west-2` for `ep-name-pooler.eu-west-2.aws.neon.tech`; undefined for a host without a region. */
export function regionOf(url: string): string | undefined {
  return /\.([a-z0-9-]+)\.(?:aws|azure)\.neon\.tech$/.exec(new URL(url).hostname)?.[1]
}
