import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { asBrightAs, fromHex, inGamut, toHex, type Oklch } from '#clinic/oklch.ts'
import { colors as colorsOfClinic } from '#content/colors.ts'

export type Colors = Record<'paper' | 'main' | 'accent', string>

export const HEX = /^#[\da-f]{6}$/i

/** The tokens that are the three colours, in the light scheme. */
const ANCHORS: Colors = { paper: 'paper', main: 'sea', accent: 'point' }
const FIXED = /^(?:focus|good|wait|bad|sage|ocean|warm)/
/** Become lighter or darker with their colour, in the light scheme. All others stay as bright as they are. */
const FOLLOWS_LIGHTNESS = /^(?:paper|sheet|sunk|rule|sea|sea-deep|point)$/
/** How much more colourful than the default text, lines and dark grounds become. */
const TINT_MAX = 1.5

const DECLARATION = /--([\w-]+):[^;{}]*/g
/** As tokens.css has it, or minified: oklch(37.5% .062 188/.5). */
const OKLCH = /oklch\(([\d.]+)(%?) ([\d.]+) ([\d.]+)/g

/** How a colour of the clinic differs from that of the default: lightness and hue by a sum, chroma by a factor. */
type Shift = Oklch

const NO_SHIFT: Shift = { lightness: 0, chroma: 1, hue: 0 }

function shiftOf(from: Oklch, hex: string): Shift {
  // What is no colour is as in the default until checkContent stops the build.
  if (!HEX.test(hex) || hex.toLowerCase() === toHex(from)) return NO_SHIFT
  const to = fromHex(hex)
  return {
    lightness: to.lightness - from.lightness,
    chroma: to.chroma / from.chroma,
    hue: to.hue - from.hue,
  }
}

/** Moves the tokens in a style sheet as the clinic's three differ from those of the default. */
export function moveColors(css: string, colors: Colors): string {
  const shiftOfToken = (group: keyof Colors) => shiftOf(readToken(css, ANCHORS[group]), colors[group])
  const shifts = { paper: shiftOfToken('paper'), main: shiftOfToken('main'), accent: shiftOfToken('accent') }
  /** The first value of each token. */
  const light = new Map<string, string>()
  return css.replaceAll(DECLARATION, (declaration, token: string) =>
    declaration.replaceAll(OKLCH, (value) => {
      if (!light.has(token)) light.set(token, value)
      return FIXED.test(token) ? value : moveColor(value, token, light.get(token) === value, shifts)
    }),
  )
}

function moveColor(
  value: string,
  token: string,
  isLight: boolean,
  shifts: Record<keyof Colors, Shift>,
): string {
  const color = parse(value)
  const group = token === ANCHORS.accent ? 'accent' : color.hue < 110 ? 'paper' : 'main'
  const shift = shifts[group]
  const isTint = group === 'main' && !token.startsWith(ANCHORS.main)
  const lightness = isLight ? lightnessOf(token, shift, shifts.paper) : 0
  if (color.chroma === 0 || (shift === NO_SHIFT && lightness === 0)) return value
  const moved = {
    lightness: Math.min(1, Math.max(0, color.lightness + lightness)),
    chroma: color.chroma * (isTint ? Math.min(shift.chroma, TINT_MAX) : shift.chroma),
    hue: color.hue + shift.hue,
  }
  return format(lightness === 0 ? asBrightAs(color, moved) : inGamut(moved))
}

function lightnessOf(token: string, own: Shift, paper: Shift): number {
  // On a darker paper a border would fade.
  if (token === 'edge') return Math.min(0, paper.lightness)
  return FOLLOWS_LIGHTNESS.test(token) ? own.lightness : 0
}

function parse(value: string): Oklch {
  const [[, lightness, percent, chroma, hue] = []] = value.matchAll(OKLCH)
  return { lightness: Number(lightness) / (percent ? 100 : 1), chroma: Number(chroma), hue: Number(hue) }
}

/** Without the closing bracket, before which an alpha may stand. */
const format = ({ lightness, chroma, hue }: Oklch) =>
  `oklch(${Number(lightness.toFixed(5))} ${Number(chroma.toFixed(5))} ${Number(((hue + 720) % 360).toFixed(3))}`

function readToken(css: string, token: string, scheme: 'light' | 'dark' = 'light'): Oklch {
  const [, value = ''] = new RegExp(`--${token}:([^;{}]*)`).exec(css) ?? []
  const [light, dark = light] = value.match(OKLCH) ?? []
  if (!light || !dark) throw new Error(`--${token} is no color in styles/tokens.css`)
  return parse(scheme === 'dark' ? dark : light)
}

// From the working directory, which is the root of the project: the build runs a bundled copy of this file elsewhere.
const tokens = readFileSync(resolve('src/styles/tokens.css'), 'utf8')

/** Returns what finds a token of tokens.css, moved to these colours, as #rrggbb. */
export function paletteOf(colors: Colors) {
  const css = moveColors(tokens, colors)
  return (token: string, scheme?: 'light' | 'dark') => toHex(readToken(css, token, scheme))
}

/** Returns a token in the clinic's colours as #rrggbb, for images, emails and the manifest. */
export const color = paletteOf(colorsOfClinic)
