/** APIs that turn text into markup, code or a command, weak hashes, and controls that falsify what is typed or pasted. `allowed` files pass only constants. */
const FORBIDDEN: { api: RegExp; allowed?: RegExp }[] = [
  // Build output only: speculation rules, and JSON whose `<` is escaped.
  { api: /\bset:html\b/, allowed: /^src\/(layouts\/Page|components\/site\/Head)\.astro$/ },
  {
    api: /dangerouslySetInnerHTML|createContextualFragment|\b(inner|outer)HTML\b|insertAdjacentHTML|document\.write/,
  },
  { api: /\beval\(|\bnew Function\(|set(Timeout|Interval)\(\s*['"`]/ },
  { api: /child_process/ },
  // Column names and one interval.
  {
    api: /\bsql\.(raw|lit)\b/,
    allowed: /^src\/server\/(email\/outbox|products\/product-content|reports\/stats)\.ts$/,
  },
  // The mouse wheel changes it, and Chromium turns "5,00" into 500.
  { api: /\btype="number"/, allowed: /^src\/ui\/NumberInput\.tsx$/ },
  // It cuts off what is pasted without a word.
  { api: /\bmaxLength=/ },
  // Lists of breached passwords have SHA-1.
  {
    api: /create(Hash|Hmac)\(\s*['"`](?!sha(256|384|512)\b)/,
    allowed: /^src\/server\/clients\/breached-passwords\.ts$/,
  },
]

export function forbiddenApis(file: string, text: string): string[] {
  const found = FORBIDDEN.filter(({ api, allowed }) => api.test(text) && !allowed?.test(file))
  return found.map(({ api }) => `${file} has ${api.exec(text)?.[0]}`)
}
