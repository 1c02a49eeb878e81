import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, type ReactNode } from 'react'
import {
  accountFigures,
  moneyFigures,
  moneySums,
  type AccountFigure,
  type AccountLine,
  type Accounts,
  type AtStripe,
  type MoneyFigure,
} from '#contract/accounts/accounts.ts'
import { purchaseLabels, purchaseName } from '#contract/purchases/purchase-number.ts'
import { figureLabel } from '#islands/admin/accounts/account-labels.ts'
import { accountLinesQuery, accountsQuery, atStripeQuery } from '#islands/admin/accounts/accounts-queries.ts'
import {
  accountsIdOf,
  periodLabel,
  type AccountsRoute,
  type ChosenPeriod,
  type FigureAtStripe,
} from '#islands/admin/accounts/chosen-period.ts'
import { netOf } from '#islands/admin/accounts/net.ts'
import { goTo, hrefOf } from '#islands/admin/router.ts'
import { pounds, shortDate } from '#islands/admin/shared/format.ts'
import { onEscape } from '#islands/admin/shared/on-escape.ts'
import { PartStatus } from '#islands/admin/shared/PartStatus.tsx'
import { Button } from '#ui/Button.tsx'
import { ExactText } from '#ui/ExactText.tsx'

interface Props extends Required<Omit<AccountsRoute, 'figure'>> {
  figure: AccountFigure | FigureAtStripe
  today: string
}

/** The list behind a figure, oldest first. */
export function FigureLines({ period, figure, isFree, today }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  const href = hrefOf('accounts', accountsIdOf({ period, figure, isFree }))
  useEffect(() => {
    heading.current?.focus()
    return () => focusFigure(href)
  }, [href])
  useEffect(() => onEscape(() => goTo('accounts', period.name)), [period.name])
  return (
    <div className="grid max-w-[40rem] grid-cols-[minmax(0,1fr)] gap-5">
      <a className="link link-back justify-self-start" href={hrefOf('accounts', period.name)}>
        Accounts
      </a>
      <h1 ref={heading} tabIndex={-1} className="-mb-4 outline-none">
        {figureLabel(figure, period, today)}
      </h1>
      {isInBooks(figure) ? (
        <LinesInBooks {...{ period, figure, isFree }} />
      ) : (
        <LinesAtStripe {...{ period, figure }} />
      )}
    </div>
  )
}

/** Focuses the link of a figure once the page with it is rendered again. */
function focusFigure(href: string): void {
  requestAnimationFrame(() => {
    if (document.activeElement === document.body)
      document.querySelector<HTMLElement>(`main a[href="${CSS.escape(href)}"]`)?.focus()
  })
}

const isInBooks = (figure: Props['figure']): figure is AccountFigure =>
  (accountFigures as readonly Props['figure'][]).includes(figure)

const isOwed = (figure: AccountFigure) => figure === 'opening' || figure === 'closing'

const isMoneyFigure = (figure: AccountFigure): figure is MoneyFigure =>
  ([...moneyFigures, ...moneySums] as readonly AccountFigure[]).includes(figure)

interface InBooksProps {
  period: ChosenPeriod
  figure: AccountFigure
  isFree?: boolean
}

function LinesInBooks({ period, figure, isFree = false }: InBooksProps) {
  const query = useInfiniteQuery(accountLinesQuery(period, figure, isFree))
  const accounts = useQuery(accountsQuery(period)).data
  const lines = query.data?.items
  return (
    <>
      <Description
        text={describeList({ period, figure, isFree })}
        sum={accounts && sumOfFigure(accounts, figure, isFree)}
      />
      <PartStatus query={{ ...query, isError: query.isError && !query.isFetchNextPageError }} what="list" />
      {lines && <Lines lines={lines} isOwed={isOwed(figure)} />}
      {query.isFetchNextPageError && (
        <p role="alert" className="message message-bad">
          We could not load any more. Please press “Load more” again.
        </p>
      )}
      {query.hasNextPage && (
        <Button
          variant="quiet"
          className="min-w-36 justify-self-start"
          pendingLabel={query.isFetchingNextPage ? 'Loading...' : undefined}
          onClick={() => {
            if (!query.isFetching) void query.fetchNextPage()
          }}
        >
          Load more
        </Button>
      )}
    </>
  )
}

function sumOfFigure(
  { money, owed, complimentary }: Accounts,
  figure: AccountFigure,
  isFree: boolean,
): string {
  if (isMoneyFigure(figure)) return money.all[figure]
  return (isFree ? complimentary : owed)[figure]
}

function describeList({ period, figure, isFree }: Required<InBooksProps>): string {
  const free = isFree ? 'vouchers given free, ' : ''
  return isOwed(figure)
    ? `What was left on each, ${free}oldest first:`
    : `${periodLabel(period)}, ${free}oldest first:`
}

/** Stripe was asked for the accounts; it is asked again only where the list is opened by its address. */
function LinesAtStripe({ period, figure }: { period: ChosenPeriod; figure: FigureAtStripe }) {
  const query = useQuery({ ...atStripeQuery(period), refetchOnMount: true })
  const atStripe = query.data
  return (
    <>
      <PartStatus query={query} what="list from Stripe" />
      {atStripe === null && <p>There is no list: Stripe has too many rows for these days.</p>}
      {atStripe &&
        (figure === 'net' ? <Net {...{ period, atStripe }} /> : <Those {...{ period, figure, atStripe }} />)}
    </>
  )
}

interface AtStripeProps {
  period: ChosenPeriod
  atStripe: AtStripe
}

function Those({ period, figure, atStripe }: AtStripeProps & { figure: Exclude<FigureAtStripe, 'net'> }) {
  const apart = atStripe.apart.find(({ reason }) => reason === figure)
  const [sum, lines] =
    figure === 'fees' ? [atStripe.fees, atStripe.feeLines] : [apart?.sum ?? '0.00', apart?.lines ?? []]
  return (
    <>
      <Description text={`${periodLabel(period)}, oldest first:`} sum={sum} />
      <Lines lines={lines} />
    </>
  )
}

/** The fees, and all that came in and went out. */
function Net({ period, atStripe: { fees } }: AtStripeProps) {
  const accounts = useQuery(accountsQuery(period)).data
  return (
    <>
      <Description text={`${periodLabel(period)}:`} sum={accounts && netOf(accounts.money.all, fees)}>
        <span>. That is all of the money below, less </span>
        <a className="link" href={hrefOf('accounts', accountsIdOf({ period, figure: 'fees' }))}>
          card fees of <span translate="no">{pounds(fees)}</span>
        </a>
        <span>.</span>
      </Description>
      <LinesInBooks period={period} figure="left" />
    </>
  )
}

interface DescriptionProps {
  text: string
  sum: string | undefined
  children?: ReactNode
}

const Description = ({ text, sum, children }: DescriptionProps) => (
  <p className="text-soft">
    <span>{`${text} `}</span>
    {sum !== undefined && (
      <>
        <strong translate="no">{pounds(sum)}</strong>
        <span> in all</span>
        {children}
      </>
    )}
  </p>
)

interface LinesProps {
  lines: AccountLine[]
  isOwed?: boolean
}

function Lines({ lines, isOwed = false }: LinesProps) {
  if (lines.length === 0) return <p>There is nothing behind this figure.</p>
  return (
    <table className="plain-table">
      <thead>
        <tr>
          <th scope="col">{isOwed ? 'Issued' : 'Day'}</th>
          <th scope="col">Purchase</th>
          <th scope="col">Amount</th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr key={`${line.id} ${line.at}`}>
            <td className="pr-3">{shortDate(line.at)}</td>
            <td className="pr-3 wrap-anywhere">
              <Purchase {...line} />
              {line.amount.startsWith('-') && <span className="block text-soft">Taken back</span>}
              {line.happenedAt && (
                <span className="block text-soft">{`Happened on ${shortDate(line.happenedAt)}, known later`}</span>
              )}
            </td>
            <td className="whitespace-nowrap" translate="no">
              {pounds(line.amount)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** A link, if the voucher or order is still there. */
function Purchase({ id, of, number, codeEnd, voucherId, orderId }: AccountLine) {
  if (of === null)
    return (
      <>
        <span>At Stripe only: </span>
        <span translate="no">{id}</span>
      </>
    )
  const text = codeEnd
    ? `Voucher …${codeEnd}`
    : number === null
      ? purchaseLabels[of]
      : purchaseName(of, number)
  const href = orderId ? hrefOf('orders', orderId) : voucherId ? hrefOf('vouchers', voucherId) : undefined
  return href ? (
    <a className="link" href={href}>
      <ExactText>{text}</ExactText>
    </a>
  ) : (
    <ExactText>{text}</ExactText>
  )
}
