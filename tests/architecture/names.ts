/** A name must say what is inside. */
const SAYS_NOTHING = /^(utils?|helpers?|misc|common|types)$/

export function emptyNames(file: string): string[] {
  const names = file.split('/').map((part) => part.replace(/\..*$/, ''))
  const empty = names.filter((name) => SAYS_NOTHING.test(name))
  return empty.map((name) => `${file}: "${name}" says nothing about what is inside`)
}

/** Only these files may read the environment; others receive its values. */
const READS_ENVIRONMENT = [/^src\/server\/env\.ts$/, /^scripts\//, /^local\//, /^tests\//]

export function environmentReads(file: string, text: string): string[] {
  if (READS_ENVIRONMENT.some((place) => place.test(file))) return []
  return /\bprocess\.env\b/.test(text) ? [`${file} reads process.env, which only src/server/env.ts does`] : []
}
