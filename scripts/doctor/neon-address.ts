import { env, problemWith } from '#server/env'

/** Whether a direct address is of the database that the functions use. */
export function isSameDatabase(directUrl: string): boolean {
  if (problemWith('DATABASE_URL')) return true
  return placeOf(directUrl) === placeOf(env('DATABASE_URL'))
}

function placeOf(url: string): string {
  const { hostname, pathname } = new URL(url)
  return hostname.replace('-pooler.', '.') + pathname
}

/** Such as `eu-west-2`, of `ep-name-pooler.eu-west-2.aws.neon.tech`; undefined where the host does not say. */
export function regionOf(url: string): string | undefined {
  return /\.([a-z0-9-]+)\.(?:aws|azure)\.neon\.tech$/.exec(new URL(url).hostname)?.[1]
}
