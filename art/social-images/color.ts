import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Scheme } from '#art/illustrations/scheme.ts'

// From the working directory, which is the root of the project: the build runs a bundled copy of this file elsewhere.
const tokens = readFileSync(resolve('src/styles/tokens.css'), 'utf8')

/** Returns a token of styles/tokens.css as #rrggbb, for images and the manifest. */
export function color(token: string, scheme: Scheme = 'light'): string {
  const [, value = ''] = new RegExp(`--${token}: (.*);`).exec(tokens) ?? []
  const values = [...value.matchAll(/oklch\(([\d.]+) ([\d.]+) ([\d.]+)\)/g)]
  const [, lightness, chroma, hue] = values[scheme === 'dark' ? 1 : 0] ?? values[0] ?? []
  if (!hue) throw new Error(`--${token} is no color in styles/tokens.css`)
  return hex(Number(lightness), Number(chroma), Number(hue))
}

/** Converts OKLCH to sRGB: https://bottosson.github.io/posts/oklab/ */
function hex(lightness: number, chroma: number, hue: number): string {
  const a = chroma * Math.cos((hue * Math.PI) / 180)
  const b = chroma * Math.sin((hue * Math.PI) / 180)
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  const channels = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
  return `#${channels.map(byte).join('')}`
}

function byte(linear: number): string {
  const value = linear <= 0.0031308 ? 12.92 * linear : 1.055 * linear ** (1 / 2.4) - 0.055
  const bounded = Math.round(Math.min(1, Math.max(0, value)) * 255)
  return bounded.toString(16).padStart(2, '0')
}
