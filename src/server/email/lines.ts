import { LAYOUT, table } from './blocks.ts'
import { type Markup, markup } from './html.ts'

// Level lines that draw apart, and the point: the brand's picture in table rows, since mail shows no other safely.
const ABOVE = [2, 3, 4, 5, 7]
const BELOW = [7, 11, 14]

const air = (height: number) => markup`<tr><td class="air" height="${height}">&nbsp;</td></tr>`

const line = markup`<tr><td class="line" height="1" bgcolor="#022f2d">&nbsp;</td></tr>`

const point = markup`<tr><td>
  <table ${LAYOUT}><tr>
    <td class="air inset" width="40" height="13">&nbsp;</td>
    <td class="point" width="13" height="13" bgcolor="#b4552d">&nbsp;</td>
  </tr></table>
</td></tr>`

export const lines: Markup = markup`<tr><td>${table(
  ...ABOVE.flatMap((height) => [line, air(height)]),
  point,
  ...BELOW.flatMap((height) => [air(height), line]),
)}</td></tr>`
