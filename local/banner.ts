import { TEST_CARDS } from '#local/local-page.ts'
import type { Stack } from '#local/stack.ts'

/** Formats what is printed once the stack runs. Tests and tools wait for the line that begins with "Ready:". */
export function formatBanner({ info, services }: Pick<Stack, 'info' | 'services'>): string {
  const { site, databaseUrl, adminEmail, adminPassword } = info
  return `
Ready: ${site}

  This machine  ${site}/__local
  Admin         ${services.admin ? `${site}/admin/login as ${adminEmail}, password ${adminPassword}` : `${site}/admin/login; the first owner is made at ${site}/admin/welcome`}
  Database      ${databaseUrl}
  Mail          ${services.mail ? `kept in the outbox, ${site}/__local/mail` : 'leaves through Postmark'}
  Payments      ${services.stripe ? `at a stand-in for Stripe, ${site}/__local/stripe. ${TEST_CARDS}` : realStripe(site)}

Ctrl-C stops everything.`
}

const realStripe = (
  site: string,
) => `at the real Stripe, in test mode. Its webhooks come through Stripe's command line:
                stripe listen --forward-to ${site}/api/stripe-webhook
                (put the secret it prints into .env as STRIPE_WEBHOOK_SECRET)`
