import type { LocalStack } from '#local/local-routes.ts'
import { html, htmlPage, selectField } from '#local/mail/html-page.ts'
import { LEAKED_PASSWORD, PWNED_FAULTS } from '#local/pwned-passwords.ts'

/** Renders the overview at `/__local`. */
export function localPage({ info, services }: LocalStack): Response {
  const mail = services.mail
    ? html`<a href="/__local/mail">Outbox</a> (${services.mail.list().length} mails), where Postmark is taken
        down and up`
    : html`leaves through Postmark`
  const admin = services.admin
    ? html`: <code>${info.adminEmail}</code>, password <code>${info.adminPassword}</code>`
    : ''
  const payments = services.stripe
    ? html`<a href="/__local/stripe">the stand-in for Stripe</a> (${services.stripe.state().intents.length}
        payments), where it is taken down and up, or refuses the key. ${TEST_CARDS}`
    : html`at the real Stripe, in test mode`
  return htmlPage(
    'This machine',
    html`<ul>
        <li><a href="/">The site</a></li>
        <li><a href="/admin/login">The admin login</a>${admin}</li>
        <li>Mail: ${mail}</li>
        <li>Payments: ${payments}</li>
        <li>
          Breached passwords: a stand-in for Have I Been Pwned that knows <code>${LEAKED_PASSWORD}</code> and
          is ${services.pwnedPasswords.fault ?? 'up'}
        </li>
        <li>Database: <code>${info.databaseUrl}</code></li>
        <li>The same for programs: <a href="/__local/stack.json">stack.json</a></li>
      </ul>
      <form method="post" action="/__local/settle"><button>Settle payments now</button></form>
      <form method="post" action="/__local/hourly"><button>Run the hourly job now</button></form>
      <form method="post" action="/__local/pwned-passwords">
        ${selectField('fault', 'Have I Been Pwned is', ['up', ...PWNED_FAULTS])} <button>Change</button>
      </form>`,
  )
}

export const TEST_CARDS =
  'Card 4242 4242 4242 4242 is accepted, 4000 0000 0000 0002 is declined; any future date, any code.'
