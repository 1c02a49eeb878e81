import { useQuery } from '@tanstack/react-query'
import {
  STRIPE_ROWS_MAX,
  type accountsAtStripeEndpoint,
  type ApartReason,
} from '#contract/accounts/accounts.ts'
import type { Period } from '#contract/accounts/period.ts'
import type { Reply } from '#contract/base/endpoint.ts'
import { withCommas } from '#contract/base/text.ts'
import { PRINTED_ROWS } from '#islands/admin/accounts/account-labels.ts'
import { atStripeQuery } from '#islands/admin/accounts/accounts-queries.ts'
import { pounds } from '#islands/admin/shared/format.ts'
import { TryAgainButton } from '#islands/admin/shared/RefreshButton.tsx'
import { useLostFocus } from '#islands/admin/shared/use-lost-focus.ts'

/** Whether our books agree with Stripe's balance. Our own figures are there without it. */
export function StripeAgreement({ period }: { period: Period }) {
  const { data, isError, isPending } = useQuery(atStripeQuery(period))
  const place = useLostFocus<HTMLElement>(data)
  return (
    <section ref={place} tabIndex={-1} className="outline-none" aria-labelledby="accounts-stripe">
      <h3 id="accounts-stripe">Our books and Stripe</h3>
      {isPending && (
        <p role="status" className="mt-2 text-soft">
          We are asking Stripe for the card fees...
        </p>
      )}
      {isError && (
        <div role="alert" className="message mt-2 flex flex-wrap items-center gap-3">
          <span className="grow basis-60">
            Stripe did not answer, so card fees are not known at the moment. Our own figures are all here.
          </span>
          <TryAgainButton />
        </div>
      )}
      {data === null && (
        <p className="message mt-2">
          {`Stripe has more than ${withCommas(STRIPE_ROWS_MAX)} rows for these days. Please choose a shorter time, or see Reports → Balance at Stripe.`}
        </p>
      )}
      {data && <Comparison {...data} />}
    </section>
  )
}

type AtStripe = NonNullable<Reply<typeof accountsAtStripeEndpoint>>

function Comparison({ ours, stripe, apart, difference }: AtStripe) {
  const agrees = Number(difference) === 0
  return (
    <>
      <p className={`message mt-2 print:py-0 ${agrees ? 'message-good' : 'message-bad'}`}>
        {agrees ? (
          <span>✓ Books agree with Stripe, to the penny.</span>
        ) : (
          <>
            <span translate="no">{pounds(difference.replace('-', ''))}</span>
            <span>
              {difference.startsWith('-')
                ? ' is at Stripe that our books do not have. Please look under Needs attention on Overview.'
                : ' is in our books that Stripe does not have. Please look under Needs attention on Overview.'}
            </span>
          </>
        )}
      </p>
      <table className={`plain-table ${PRINTED_ROWS}`} aria-labelledby="accounts-stripe">
        <tbody>
          <ComparedRow label="Online in our books, after refunds and disputes" sum={ours} />
          {apart.map(({ reason, count, sum }) => (
            <ComparedRow
              key={reason}
              label={APART[reason]}
              note={
                count === 1
                  ? '1 payment, refund or dispute'
                  : `${withCommas(count)} payments, refunds or disputes`
              }
              sum={negatedOf(sum)}
            />
          ))}
          {!agrees && <ComparedRow label="Difference" sum={negatedOf(difference)} />}
          <ComparedRow label="The same by Stripe’s balance, before its fees" sum={stripe} />
        </tbody>
      </table>
    </>
  )
}

const negatedOf = (sum: string) => (sum.startsWith('-') ? sum.slice(1) : `-${sum}`)

const APART: Record<ApartReason, string> = {
  other_day: 'Stripe counts it on another day than we do',
  dispute_open: 'Stripe keeps it until a bank has decided a dispute',
  refund_due: 'A refund that Stripe has not made yet',
  not_ours: 'At Stripe without a record here: see Needs attention on Overview',
}

interface RowProps {
  label: string
  note?: string
  sum: string
}

const ComparedRow = ({ label, note, sum }: RowProps) => (
  <tr>
    <th scope="row" className="font-[400]">
      <span>{label}</span>
      {note && <span className="block text-label text-soft">{note}</span>}
    </th>
    <td translate="no">{pounds(sum)}</td>
  </tr>
)
