import type { Appearance, CssFontSource, CustomFontSource } from '@stripe/stripe-js'

/** The variables of https://docs.stripe.com/elements/appearance-api that the stand-in supports. */
export interface Look {
  background: string
  text: string
  secondary: string
  primary: string
  danger: string
  border: string
  font: string
  size: string
  radius: string
  unit: string
  dark: boolean
}

const DAY = {
  background: '#ffffff',
  text: '#30313d',
  secondary: '#5c5f70',
  primary: '#0570de',
  danger: '#c0123c',
}
const NIGHT = {
  background: '#30313d',
  text: '#f5f6f8',
  secondary: '#b9bccb',
  primary: '#85d996',
  danger: '#fe87a1',
}

export function lookOf({ theme, variables = {} }: Appearance = {}): Look {
  const base = theme === 'night' ? NIGHT : DAY
  const text = variables.colorText ?? base.text
  const background = variables.colorBackground ?? base.background
  // The default could lack contrast with custom colours.
  const own = (color: string) => (variables.colorText ? text : color)
  return {
    background,
    text,
    secondary: variables.colorTextSecondary ?? own(base.secondary),
    primary: variables.colorPrimary ?? own(base.primary),
    danger: variables.colorDanger ?? base.danger,
    border: `color-mix(in srgb, ${text} 45%, ${background})`,
    font: variables.fontFamily ?? 'system-ui, sans-serif',
    size: variables.fontSizeBase ?? '16px',
    radius: variables.borderRadius ?? '5px',
    unit: variables.spacingUnit ?? '4px',
    dark: isDark(background),
  }
}

/** Lets the browser parse the colour, in any notation. */
function isDark(color: string): boolean {
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = 1
  const context = canvas.getContext('2d')
  if (!context) return false
  context.fillStyle = color
  context.fillRect(0, 0, 1, 1)
  const [red = 255, green = 255, blue = 255] = context.getImageData(0, 0, 1, 1).data
  return 0.299 * red + 0.587 * green + 0.114 * blue < 128
}

/** The fonts of the page are not available in the frame; https://docs.stripe.com/js/appendix/custom_font_source_object names them. */
export function addFonts(page: Document, fonts: (CssFontSource | CustomFontSource)[] = []) {
  for (const font of fonts) {
    if (!('family' in font) || !font.src || !page.defaultView) continue
    const { family, src, weight = 'normal', style = 'normal' } = font
    page.fonts.add(new page.defaultView.FontFace(family, src, { weight, style }))
  }
}

/** Sets styles through the DOM, because the CSP forbids inline styles in HTML. */
export function style(element: HTMLElement, styles: Partial<CSSStyleDeclaration>) {
  Object.assign(element.style, styles)
}
