export interface Tag {
  name: string
  attributes: Map<string, string>
  /** Text of a script or style element. */
  content: string
  /** Offsets of the start tag's `<` and `>` in the page. */
  start: number
  close: number
}

const COMMENT_OR_TAG = /<!--[\s\S]*?-->|<([a-z][^\s/>]*)((?:"[^"]*"|'[^']*'|[^"'>])*)>/gi
const ATTRIBUTE = /([^\s"'<>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+)))?/g

/** Elements whose content is raw text. */
const RAW_TEXT = new Set(['script', 'style', 'textarea', 'title'])

/** Returns the start tags of a page. Reads the HTML that Astro writes, not all of HTML. */
export function tagsOf(html: string): Tag[] {
  const tags: Tag[] = []
  const tokens = new RegExp(COMMENT_OR_TAG)
  for (let token = tokens.exec(html); token; token = tokens.exec(html)) {
    const [, name, attributes = ''] = token
    if (name === undefined) continue
    const tag = { name: name.toLowerCase(), attributes: attributesOf(attributes), start: token.index }
    const content = RAW_TEXT.has(tag.name) ? rawText(html, tokens.lastIndex, tag.name) : ''
    tags.push({ ...tag, content, close: tokens.lastIndex - 1 })
    tokens.lastIndex += content.length
  }
  return tags
}

function attributesOf(text: string): Map<string, string> {
  const found = text.matchAll(ATTRIBUTE)
  return new Map(
    Array.from(found, ([, name = '', ...values]) => [name.toLowerCase(), values.find(Boolean) ?? '']),
  )
}

function rawText(html: string, from: number, name: string): string {
  const rest = html.slice(from)
  const end = rest.search(new RegExp(`</${name}`, 'i'))
  return end < 0 ? rest : rest.slice(0, end)
}
