import type { Appearance } from '@stripe/stripe-js'

/** Returns the page's colours and font for Stripe's fields, which are in a frame outside our style sheets. */
export function stripeAppearance(): Appearance {
  const style = getComputedStyle(document.body)
  const probe = document.createElement('span')
  document.body.append(probe)
  // Custom properties hold oklch() and light-dark(), which Stripe does not parse: resolve them for the current scheme.
  const colour = (name: string) => {
    probe.style.color = `var(${name})`
    return toHex(getComputedStyle(probe).color)
  }
  const variables = {
    colorPrimary: colour('--sea'),
    colorBackground: colour('--sheet'),
    colorText: colour('--ink'),
    colorTextSecondary: colour('--soft'),
    colorTextPlaceholder: colour('--soft'),
    colorDanger: colour('--bad'),
    fontFamily: style.fontFamily,
    fontSizeBase: '16px',
    borderRadius: '2px',
    spacingUnit: '4px',
  }
  probe.remove()
  return { theme: 'stripe', labels: 'above', variables }
}

function toHex(colour: string): string {
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = 1
  const context = canvas.getContext('2d')
  if (!context) return colour
  context.fillStyle = colour
  context.fillRect(0, 0, 1, 1)
  const bytes = context.getImageData(0, 0, 1, 1).data.slice(0, 3)
  return `#${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`
}
