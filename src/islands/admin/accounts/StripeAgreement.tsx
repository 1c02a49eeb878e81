import { useQuery } from '@tanstack/react-query'
import { STRIPE_ROWS_MAX, type AtStripe } from '#contract/accounts/accounts.ts'
import { withCommas } from '#contract/base/text.ts'
import { APART_LABELS, PRINTED_ROWS } from '#islands/admin/accounts/account-labels.ts'
import { atStripeQuery } from '#islands/admin/accounts/accounts-queries.ts'
import { accountsIdOf, type ChosenPeriod } from '#islands/admin/accounts/chosen-period.ts'
import { FigureAmount, FigureRow } from '#islands/admin/accounts/FigureRow.tsx'
import { hrefOf } from '#islands/admin/router.ts'
import { pounds } from '#islands/admin/shared/format.ts'
import { TryAgainButton } from '#islands/admin/shared/RefreshButton.tsx'
import { useLostFocus } from '#islands/admin/shared/use-lost-focus.ts'

/** Whether our books agree with Stripe's balance. Our own figures are there without it. */
export function StripeAgreement({ period }: { period: ChosenPeriod }) {
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
      {data && <Comparison period={period} atStripe={data} />}
    </section>
  )
}

function Comparison({ period, atStripe }: { period: ChosenPeriod; atStripe: AtStripe }) {
  const { ours, stripe, apart, difference } = atStripe
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
                ? ' is in our books that Stripe does not have. Please look under Needs attention on Overview.'
                : ' is at Stripe that our books do not have. Please look under Needs attention on Overview.'}
            </span>
          </>
        )}
      </p>
      <table className={`plain-table ${PRINTED_ROWS}`} aria-labelledby="accounts-stripe">
        <tbody>
          <ComparedRow label="Online in our books, after refunds and disputes" sum={ours} />
          {apart.map(({ reason, lines, sum }) => (
            <ComparedRow
              key={reason}
              href={hrefOf('accounts', accountsIdOf({ period, figure: reason }))}
              label={APART_LABELS[reason]}
              note={
                lines.length === 1
                  ? '1 payment, refund or dispute'
                  : `${withCommas(lines.length)} payments, refunds or disputes`
              }
              sum={sum}
            />
          ))}
          {!agrees && <ComparedRow label="Difference" sum={difference} />}
          <ComparedRow label="The same by Stripe’s balance, before its fees" sum={stripe} />
        </tbody>
      </table>
    </>
  )
}

interface RowProps {
  label: string
  href?: string
  note?: string
  sum: string
}

const ComparedRow = ({ label, href, note, sum }: RowProps) => (
  <FigureRow label={label} href={href} note={note}>
    <FigureAmount>{pounds(sum)}</FigureAmount>
  </FigureRow>
)
