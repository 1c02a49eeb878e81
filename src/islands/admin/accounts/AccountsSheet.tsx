import { useQuery } from '@tanstack/react-query'
import { clinic } from '#clinic/clinic-facts.ts'
import {
  moneyFigures,
  voucherFigures,
  type AccountFigure,
  type AccountMoney,
  type Accounts,
  type MoneyFigure,
  type Owed,
} from '#contract/accounts/accounts.ts'
import { formatPounds } from '#contract/base/money.ts'
import { withCommas } from '#contract/base/text.ts'
import { figureLabel, MONEY_LABELS, PRINTED_ROWS } from '#islands/admin/accounts/account-labels.ts'
import { accountsQuery, atStripeQuery } from '#islands/admin/accounts/accounts-queries.ts'
import {
  accountsIdOf,
  periodLabel,
  type AccountsRoute,
  type ChosenPeriod,
} from '#islands/admin/accounts/chosen-period.ts'
import { FigureAmount, FigureRow } from '#islands/admin/accounts/FigureRow.tsx'
import { netOf, penceOfSum } from '#islands/admin/accounts/net.ts'
import { StripeAgreement } from '#islands/admin/accounts/StripeAgreement.tsx'
import { hrefOf } from '#islands/admin/router.ts'
import { pounds, shortDate, signedPounds } from '#islands/admin/shared/format.ts'
import { PartStatus } from '#islands/admin/shared/PartStatus.tsx'
import { useLostFocus } from '#islands/admin/shared/use-lost-focus.ts'

interface Props {
  period: ChosenPeriod
  today: string
}

/** It prints alone, on one page. */
export function AccountsSheet({ period, today }: Props) {
  const query = useQuery(accountsQuery(period))
  const { data } = query
  const heading = useLostFocus<HTMLHeadingElement>(data ?? query.error)
  return (
    <section
      className="grid grid-cols-[minmax(0,1fr)] gap-6 print:gap-3"
      data-print="receipt"
      aria-labelledby="accounts-period"
    >
      <div>
        <p className="hidden print:block" translate="no">
          {clinic.name}
        </p>
        <h2 ref={heading} id="accounts-period" tabIndex={-1} className="outline-none">
          {`Accounts, ${periodLabel(period)}`}
        </h2>
        {data && <Completeness {...data} />}
      </div>
      <PartStatus query={query} what="accounts" />
      {data && isEmpty(data) && <p>On these days nothing came in, went out, or was owed in vouchers.</p>}
      {data && !isEmpty(data) && (
        <>
          <Answers accounts={data} period={period} today={today} />
          <Money accounts={data} period={period} />
          <Vouchers accounts={data} period={period} today={today} />
        </>
      )}
      {data && <StripeAgreement period={period} />}
    </section>
  )
}

const isEmpty = ({ money, owed, complimentary }: Accounts) =>
  [money.all, money.vouchers, money.goods, owed, complimentary].every((sums) =>
    Object.values(sums).every((sum) => Number(sum) === 0),
  )

function Completeness({ from, to, completeUntil, late }: Accounts) {
  return (
    <p className="text-small text-soft">
      <span>
        {completeUntil !== null && completeUntil >= to
          ? 'These days are complete: these figures will not change.'
          : completeUntil !== null && completeUntil >= from
            ? `The days until ${shortDate(completeUntil)} are complete. Later ones may still change.`
            : 'These days are not complete yet, so the figures may still change.'}
      </span>
      {late > 0 && (
        <span>
          {late === 1
            ? ' 1 entry became known after its day was complete, so it counts on the day it became known.'
            : ` ${withCommas(late)} entries became known after their day was complete, so they count on the day they became known.`}
        </span>
      )}
    </p>
  )
}

const negated = (sum: string) => formatPounds(-penceOfSum(sum))

interface PartProps {
  accounts: Accounts
  period: ChosenPeriod
}

/** What an owner asks first. */
function Answers({ accounts: { money, owed }, period, today }: PartProps & { today: string }) {
  const fees = useQuery(atStripeQuery(period)).data?.fees
  const hrefOfFigure = (figure: AccountsRoute['figure']) =>
    hrefOf('accounts', accountsIdOf({ period, figure }))
  const parts = (['received_all', 'refunded_all', 'lost'] as const).map((figure) => ({
    figure,
    label: MONEY_LABELS[figure],
    sum: money.all[figure],
  }))
  return (
    <div className="grid gap-4 rounded-edge border border-edge bg-sheet p-4 print:gap-2 print:p-2">
      <dl className="grid gap-x-8 gap-y-4 sm:grid-cols-2">
        {fees === undefined ? (
          <Answer label="Net, before card fees" sum={money.all.left} href={hrefOfFigure('left')} />
        ) : (
          <Answer label="Net, after card fees" sum={netOf(money.all, fees)} href={hrefOfFigure('net')} />
        )}
        <Answer
          label={figureLabel('closing', period, today)}
          sum={owed.closing}
          href={hrefOfFigure('closing')}
        />
      </dl>
      <dl className="grid grid-cols-2 gap-x-4 gap-y-2 border-t border-rule pt-3 sm:grid-cols-4 print:pt-1">
        {parts.map(({ figure, label, sum }) => (
          <Part key={figure} label={label} sum={sum} href={hrefOfFigure(figure)} />
        ))}
        <Part label="Card fees" sum={fees} href={hrefOfFigure('fees')} />
      </dl>
    </div>
  )
}

interface FigureProps {
  label: string
  /** Of the list behind the figure. The whole figure is its link. */
  href: string
}

const Answer = ({ sum, ...figure }: FigureProps & { sum: string }) => (
  <div className="relative hover:bg-sunk">
    <dt className="text-small text-soft">
      <FigureLink {...figure} />
    </dt>
    <dd className="side-amount mt-1 whitespace-nowrap text-[min(2.75rem,11vw)] print:text-h3" translate="no">
      {pounds(sum)}
    </dd>
  </div>
)

const Part = ({ sum, ...figure }: FigureProps & { sum: string | undefined }) => (
  <div className="relative tabular-nums hover:bg-sunk">
    <dt className="text-label text-soft">{sum === undefined ? figure.label : <FigureLink {...figure} />}</dt>
    <dd translate="no">{sum === undefined ? '–' : pounds(sum)}</dd>
  </div>
)

const FigureLink = ({ label, href }: FigureProps) => (
  <a className="after:absolute after:inset-0 print:no-underline" href={href}>
    {label}
  </a>
)

/** Shown also when they are zero. */
const ALWAYS: ReadonlySet<AccountFigure> = new Set(['received_online', 'refunded_online', 'issued', 'used'])

function Money({ accounts: { money }, period }: PartProps) {
  const fees = useQuery(atStripeQuery(period)).data?.fees
  const parts = [money.all, money.vouchers, money.goods]
  const shown = moneyFigures.filter(
    (figure) => ALWAYS.has(figure) || parts.some((part) => penceOfSum(part[figure]) !== 0),
  )
  return (
    <section aria-labelledby="accounts-money">
      <h3 id="accounts-money">Money</h3>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a small screen scrolls it, by the keyboard too */}
      <div className="chart-table" tabIndex={0} role="group" aria-labelledby="accounts-money">
        <table className={`plain-table max-sm:text-label ${PRINTED_ROWS}`}>
          <thead>
            <tr>
              <th scope="col">
                <span className="sr-only">Figure</span>
              </th>
              <th scope="col">All</th>
              <th scope="col">Vouchers</th>
              <th scope="col">Goods</th>
            </tr>
          </thead>
          <tbody>
            {shown.map((figure) => (
              <FigureRow
                key={figure}
                href={hrefOf('accounts', accountsIdOf({ period, figure }))}
                label={MONEY_LABELS[figure]}
              >
                {parts.map((part, index) => (
                  // oxlint-disable-next-line react/no-array-index-key -- the columns have no other identity
                  <FigureAmount key={index}>{pounds(movedBy(figure, part))}</FigureAmount>
                ))}
              </FigureRow>
            ))}
            <FigureRow
              href={hrefOf('accounts', accountsIdOf({ period, figure: 'left' }))}
              label={MONEY_LABELS.left}
              isSum
            >
              {parts.map(({ left }, index) => (
                // oxlint-disable-next-line react/no-array-index-key -- the columns have no other identity
                <FigureAmount key={index}>{pounds(left)}</FigureAmount>
              ))}
            </FigureRow>
            {fees !== undefined && (
              <>
                <FigureRow
                  href={hrefOf('accounts', accountsIdOf({ period, figure: 'fees' }))}
                  label="Card fees"
                >
                  <FigureAmount>{pounds(negated(fees))}</FigureAmount>
                  <NotSplit />
                </FigureRow>
                <FigureRow
                  href={hrefOf('accounts', accountsIdOf({ period, figure: 'net' }))}
                  label="Net"
                  isSum
                >
                  <FigureAmount>{pounds(netOf(money.all, fees))}</FigureAmount>
                  <NotSplit />
                </FigureRow>
              </>
            )}
          </tbody>
        </table>
      </div>
    </section>
  )
}

const movedBy = (figure: MoneyFigure, money: AccountMoney) =>
  figure.startsWith('received') ? money[figure] : negated(money[figure])

/** Fees are of all purchases together. */
const NotSplit = () => (
  <>
    <td>–</td>
    <td>–</td>
  </>
)

function Vouchers({ accounts: { owed, complimentary }, period, today }: PartProps & { today: string }) {
  const hasFree = [...voucherFigures, 'opening' as const].some(
    (name) => penceOfSum(complimentary[name]) !== 0,
  )
  return (
    <section aria-labelledby="accounts-vouchers">
      <h3 id="accounts-vouchers">Owed in vouchers</h3>
      <OwedTable {...{ owed, period, today }} name="Owed in vouchers" />
      {hasFree && (
        <details className="mt-3">
          <summary className="gap-x-2 text-small">
            <span>Vouchers given free, counted apart:</span>
            <span className="mr-auto" translate="no">
              {pounds(complimentary.closing)}
            </span>
          </summary>
          <OwedTable {...{ period, today }} owed={complimentary} name="Vouchers given free" isFree />
        </details>
      )}
      <p className="mt-3 text-small text-soft print:hidden">
        “Total value” on Overview can differ from what is owed here: it counts vouchers given free, and leaves
        out vouchers that are frozen or whose last day has passed.
      </p>
    </section>
  )
}

interface OwedProps extends Props {
  owed: Owed
  name: string
  isFree?: boolean
}

function OwedTable({ owed, period, today, name, isFree = false }: OwedProps) {
  const shown = voucherFigures.filter((figure) => ALWAYS.has(figure) || penceOfSum(owed[figure]) !== 0)
  const rows: [figure: AccountFigure, amount: string][] = [
    ['opening', pounds(owed.opening)],
    ...shown.map((figure): [AccountFigure, string] => [
      figure,
      signedPounds(GROWS.has(figure) ? owed[figure] : negated(owed[figure])),
    ]),
    ['closing', pounds(owed.closing)],
  ]
  return (
    <table className={`plain-table ${PRINTED_ROWS}`} aria-label={name}>
      <tbody>
        {rows.map(([figure, amount]) => (
          <FigureRow
            key={figure}
            href={hrefOf('accounts', accountsIdOf({ period, figure, isFree }))}
            label={figureLabel(figure, period, today)}
            isSum={figure === 'opening' || figure === 'closing'}
          >
            <FigureAmount>{amount}</FigureAmount>
          </FigureRow>
        ))}
      </tbody>
    </table>
  )
}

/** What adds to what is owed. */
const GROWS: ReadonlySet<AccountFigure> = new Set(['issued', 'brought_in', 'added', 'restored'])
