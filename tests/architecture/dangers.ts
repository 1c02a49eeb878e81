/** What makes something else of a text than words, and who may do it all the same, with what is his own. */
const DANGERS: { does: RegExp; may?: RegExp }[] = [
  // What the build writes into a page: fonts, rules, structured data and a script, none of it typed by a visitor.
  {
    does: /\bset:html\b/,
    may: /^src\/components\/(site\/(Fonts|Ahead|FirstPaint)|structured\/StructuredData)\.astro$/,
  },
  { does: /dangerouslySetInnerHTML|\b(inner|outer)HTML\b|insertAdjacentHTML|document\.write/ },
  // What was pre-rendered into a <noscript> of the page.
  { does: /createContextualFragment/, may: /^src\/components\/site\/first-paint\.ts$/ },
  { does: /\beval\(|\bnew Function\(|set(Timeout|Interval)\(\s*['"`]/ },
  // The film is made by hand, on a developer's machine.
  { does: /child_process/, may: /^src\/film\// },
  // Names of columns, and one interval: constants of the file itself.
  {
    does: /\bsql\.(raw|lit)\b/,
    may: /^src\/server\/(mail\/outbox|products\/product-content|reports\/stats)\.ts$/,
  },
  { does: /create(Hash|Hmac)\(\s*['"`](?!sha(256|384|512)\b)/ },
]

export function dangers(file: string, text: string): string[] {
  const found = DANGERS.filter(({ does, may }) => does.test(text) && !may?.test(file))
  return found.map(({ does }) => `${file} has ${does.exec(text)?.[0]}`)
}
