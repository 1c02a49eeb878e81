import type { APIRoute } from 'astro'
import { clinic } from '#clinic/current-clinic.ts'

const YEAR_MS = 365 * 86_400_000

/** Where to report a security problem. Each build renews it for a year. https://www.rfc-editor.org/rfc/rfc9116 */
export const GET: APIRoute = ({ site }) =>
  new Response(`Contact: mailto:${clinic.email}
Expires: ${new Date(Date.now() + YEAR_MS).toISOString()}
Preferred-Languages: en
Canonical: ${new URL('.well-known/security.txt', site).href}
`)
