import type { LocalStack } from './local-routes.ts'
import { html, htmlPage } from './mail/html.ts'
import type { StripeStandIn } from './stripe/stripe.ts'

/** What runs here, for people. */
export function localPage({ info, services }: LocalStack): Response {
  const mail = services.mail
    ? html`<a href="/__local/mail">Outbox</a> (${services.mail.list().length} mails)`
    : html`leaves through Postmark`
  const admin = services.admin
    ? html`: <code>${info.adminEmail}</code>, password <code>${info.adminPassword}</code>`
    : ''
  return htmlPage(
    'This machine',
    html`<ul>
        <li><a href="/">The site</a></li>
        <li><a href="/admin/login">The admin login</a>${admin}</li>
        <li>Mail: ${mail}</li>
        <li>Database: <code>${info.databaseUrl}</code></li>
        <li>The same for programs: <a href="/__local/stack.json">stack.json</a></li>
      </ul>
      <form method="post" action="/__local/settle"><button>Settle payments now</button></form>
      <form method="post" action="/__local/send-mail"><button>Send waiting mail now</button></form>
      ${services.stripe ? payments(services.stripe) : html`<p>Payments are made at the real Stripe, in test mode.</p>`}`,
  )
}

function payments(stripe: StripeStandIn) {
  const rows = stripe
    .state()
    .intents.toReversed()
    .map(
      (intent) =>
        html`<tr>
          <td>${new Date(intent.created * 1000).toISOString()}</td>
          <td>£${(intent.amount / 100).toFixed(2)}</td>
          <td>${intent.status}</td>
          <td>${intent.description ?? ''}</td>
          <td><code>${intent.id}</code></td>
        </tr>`,
    )
  return html`<h2>Payments at the stand-in for Stripe</h2>
    <p>${TEST_CARDS}</p>
    <table>
      <tr>
        <th>Made</th>
        <th>Amount</th>
        <th>State</th>
        <th>For</th>
        <th>Id</th>
      </tr>
      ${rows}
    </table>`
}

export const TEST_CARDS =
  'Card 4242 4242 4242 4242 is accepted, 4000 0000 0000 0002 is declined; any future date, any code.'
