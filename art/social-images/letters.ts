import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { create, type Font } from 'fontkit'

// Text in the serif font as kerned outlines, because the PNG renderer cannot load woff2 and must not depend on the fonts of
// the build machine. fontkit cannot vary the weight of a woff2, so it is the default, 400.

let loaded: Font | undefined

function font(): Font {
  if (loaded) return loaded
  const file = create(readFileSync(resolve('src/styles/fonts/newsreader-display.woff2')))
  if (!('layout' in file)) throw new Error('One font was expected, not a collection of them')
  loaded = file
  return loaded
}

/** Negative tracking, as is usual for large type (em). */
const TRACKING = -0.016

interface Placed {
  path: string
  x: number
}

function place(text: string): { glyphs: Placed[]; width: number } {
  const { glyphs, positions } = font().layout(text)
  let x = 0
  const placed = glyphs.map((glyph, i) => {
    const here = { path: glyph.path.toSVG(), x }
    x += (positions[i]?.xAdvance ?? 0) + TRACKING * font().unitsPerEm
    return here
  })
  return { glyphs: placed, width: x }
}

export const widthOf = (text: string, size: number) => (place(text).width / font().unitsPerEm) * size

/** Returns a line of text as an SVG group whose baseline starts at (x, y). */
export function lettering(text: string, { x, y, size }: { x: number; y: number; size: number }): string {
  const scale = size / font().unitsPerEm
  const paths = place(text).glyphs.map(({ path, x }) => `<path transform="translate(${x})" d="${path}"/>`)
  return `<g transform="translate(${x} ${y}) scale(${scale} ${-scale})">${paths.join('')}</g>`
}

/** Breaks the text between words into lines of at most `width` px. */
export function linesOf(text: string, size: number, width: number): string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const longer = `${lines.at(-1)} ${word}`
    if (lines.length > 0 && widthOf(longer, size) <= width) lines.splice(-1, 1, longer)
    else lines.push(word)
  }
  return lines
}
