const UNREAD = /<!--.*?-->|<!doctype[^>]*>|<(head|script|style|template|svg)\b.*?<\/\1>/gis
const STRUCTURE = /^(h[1-6]|p|ul|ol|li|dl|dt|dd)$/

/** A page's text and nothing else: no styles, scripts, pictures or attributes. No page of that text can be faster. */
export function barePage(html: string): string {
  const title = /<title>.*?<\/title>/is.exec(html)?.[0] ?? ''
  const text = html.replace(UNREAD, '').replace(/<(\/?)([a-z][\w-]*)[^>]*>/gi, bareTag)
  const body = text.replace(/\s+/g, ' ').trim()
  return `<!doctype html><html lang="en-GB"><meta charset="utf-8"><meta name="viewport" content="width=device-width">${title}<body>${body}`
}

function bareTag(_tag: string, slash: string, name: string): string {
  return STRUCTURE.test(name) ? `<${slash}${name}>` : ' '
}
