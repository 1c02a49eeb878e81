// OKLCH and sRGB: https://bottosson.github.io/posts/oklab/

/** Lightness (0–1), chroma, and hue in degrees. */
export interface Oklch {
  lightness: number
  chroma: number
  hue: number
}

/** Returns red, green and blue in linear light; a channel below 0 or above 1 cannot be shown. */
function toLinear({ lightness, chroma, hue }: Oklch): number[] {
  const a = chroma * Math.cos((hue * Math.PI) / 180)
  const b = chroma * Math.sin((hue * Math.PI) / 180)
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
}

export const toHex = (color: Oklch) => `#${toLinear(color).map(byte).join('')}`

function byte(linear: number): string {
  const value = linear <= 0.0031308 ? 12.92 * linear : 1.055 * linear ** (1 / 2.4) - 0.055
  const bounded = Math.round(Math.min(1, Math.max(0, value)) * 255)
  return bounded.toString(16).padStart(2, '0')
}

const linearOf = (hex: string) =>
  [1, 3, 5].map((at) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]

export function fromHex(hex: string): Oklch {
  const [red, green, blue] = linearOf(hex)
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s
  const b = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s
  return {
    lightness: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    chroma: Math.hypot(a, b),
    hue: (Math.atan2(b, a) * 180) / Math.PI,
  }
}

const luminance = ([red = 0, green = 0, blue = 0]: readonly number[]) =>
  0.2126 * red + 0.7152 * green + 0.0722 * blue

/** Returns the contrast of two #rrggbb, from 1 to 21: https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio */
export function contrastOf(one: string, other: string): number {
  const [dark = 0, light = 0] = [one, other].map((hex) => luminance(linearOf(hex))).toSorted((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

/** Returns the colour with as much of its chroma as a screen can show. */
export function inGamut(color: Oklch): Oklch {
  const isShown = (chroma: number) =>
    toLinear({ ...color, chroma }).every((channel) => channel > -0.0001 && channel < 1.0001)
  if (isShown(color.chroma)) return color
  return { ...color, chroma: largest(color.chroma, isShown) }
}

/** Returns the colour in the lightness in which it is as bright as another one, so that contrasts stay. */
export function asBrightAs(other: Oklch, color: Oklch): Oklch {
  const inLightness = (lightness: number) => inGamut({ ...color, lightness })
  const brightness = luminance(toLinear(other))
  return inLightness(largest(1, (lightness) => luminance(toLinear(inLightness(lightness))) <= brightness))
}

/** Returns the largest number up to `most` that passes, if all smaller ones do. */
function largest(most: number, passes: (value: number) => boolean): number {
  let [low, high] = [0, most]
  for (let step = 0; step < 30; step++) {
    const middle = (low + high) / 2
    if (passes(middle)) low = middle
    else high = middle
  }
  return low
}
