import { fileURLToPath } from 'node:url'
import type { AstroIntegration } from 'astro'
import { clinic } from '#clinic/current-clinic.ts'
import type { Grant } from '#scripts/security-headers/content-security-policy.ts'
import { secureSite } from '#scripts/security-headers/secure-site.ts'
import { deployOf, writeSkewProtection } from '#scripts/skew-protection.ts'

/** Where Stripe's form can appear. */
const PAYING_PAGES = /^\/(shop\/?)?$/

/** Pages that may do more than use our own files. */
export const GRANTS: Grant[] = [
  {
    pages: PAYING_PAGES,
    why: 'Stripe, where one pays: https://docs.stripe.com/security/guide#content-security-policy',
    sources: {
      'script-src': ['https://js.stripe.com', 'https://*.js.stripe.com'],
      'frame-src': ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
      'connect-src': ['https://api.stripe.com'],
      'img-src': ['https://*.stripe.com'],
    },
    permissions: { payment: '(self "https://js.stripe.com" "https://*.js.stripe.com")' },
    // Some wallets respond through a popup.
    opener: 'same-origin-allow-popups',
  },
  {
    pages: PAYING_PAGES,
    why: 'a precaution: Stripe’s script may set style attributes, as on the dialog of a bank',
    sources: { 'style-src-attr': ["'unsafe-inline'"] },
    isOnlyThere: true,
  },
  {
    pages: /^\/(?!admin\/)/,
    why: 'the map in the footer, after a click',
    sources: { 'frame-src': ['https://www.openstreetmap.org'] },
  },
  {
    pages: /^\/(shop\/?$|admin\/)/,
    why: 'product pictures that the owner has linked',
    sources: { 'img-src': ['https:'] },
  },
  {
    pages: /^\/admin\//,
    why: 'voucher codes are scanned, and a picture is shown before it is uploaded',
    sources: { 'img-src': ['blob:'] },
    permissions: { camera: '(self)' },
  },
  ...bookingGrants(clinic.booking),
]

/** The booking widget, once content names its script. It shows the clinic's menu in a frame. */
export function bookingGrants(booking: typeof clinic.booking): Grant[] {
  if (booking.kind !== 'widget') return []
  const { origin } = new URL(booking.script)
  return [
    {
      pages: /^\/(?!admin\/)/,
      why: 'the booking widget, after a click',
      sources: {
        'script-src': [origin],
        'frame-src': [origin, 'https://widget.treatwell.co.uk'],
        ...(booking.styles && { 'style-src': booking.styles.map((hash) => `'${hash}'`) }),
      },
    },
  ]
}

/** Writes strict headers for every page of the built site, the integrity of our files, and how old pages find theirs. */
export function securityHeaders(): AstroIntegration {
  let root = ''
  return {
    name: 'security-headers',
    hooks: {
      'astro:config:done': ({ config }) => void (root = fileURLToPath(config.root)),
      'astro:build:done': async ({ dir }) => {
        await secureSite(fileURLToPath(dir), GRANTS, deployOf(process.env))
        await writeSkewProtection(root)
      },
    },
  }
}
