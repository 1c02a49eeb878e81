export interface Tag {
  name: string
  attributes: Map<string, string>
  /** What stands between a script's or style's start and end. */
  content: string
  /** Where the tag begins in the page, and where its `>` stands. */
  start: number
  close: number
}

const COMMENT_OR_TAG = /<!--[\s\S]*?-->|<([a-z][^\s/>]*)((?:"[^"]*"|'[^']*'|[^"'>])*)>/gi
const ATTRIBUTE = /([^\s"'<>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+)))?/g

/** In these, `<` begins no tag. */
const RAW_TEXT = new Set(['script', 'style', 'textarea', 'title'])

/** The start tags of a page. Enough of HTML for what Astro writes, so that no parser has to be installed. */
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
