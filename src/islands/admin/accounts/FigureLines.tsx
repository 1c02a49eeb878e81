import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import {
  moneyFigures,
  type AccountFigure,
  type AccountLine,
  type Accounts,
  type MoneyFigure,
} from '#contract/accounts/accounts.ts'
import { purchaseLabels, purchaseName } from '#contract/purchases/purchase-number.ts'
import { figureLabel } from '#islands/admin/accounts/account-labels.ts'
import { accountLinesQuery, accountsQuery } from '#islands/admin/accounts/accounts-queries.ts'
import { accountsIdOf, periodLabel, type ChosenPeriod } from '#islands/admin/accounts/chosen-period.ts'
import { goTo, hrefOf } from '#islands/admin/router.ts'
import { pounds, shortDate } from '#islands/admin/shared/format.ts'
import { onEscape } from '#islands/admin/shared/on-escape.ts'
import { PartStatus } from '#islands/admin/shared/PartStatus.tsx'
import { Button } from '#ui/Button.tsx'
import { ExactText } from '#ui/ExactText.tsx'

interface Props {
  period: ChosenPeriod
  figure: AccountFigure
  isFree: boolean
  today: string
}

/** The list behind a figure, oldest first. */
export function FigureLines({ period, figure, isFree, today }: Props) {
  const query = useInfiniteQuery(accountLinesQuery(period, figure, isFree))
  const accounts = useQuery(accountsQuery(period)).data
  const lines = query.data?.items
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
      <div>
        <h1 ref={heading} tabIndex={-1} className="outline-none">
          {figureLabel(figure, period, today)}
        </h1>
        <p className="mt-1 text-soft">
          <span>{`${describeList({ period, figure, isFree })} `}</span>
          {accounts && (
            <>
              <strong translate="no">{pounds(sumOfFigure(accounts, figure, isFree))}</strong>
              <span> in all</span>
            </>
          )}
        </p>
      </div>
      <PartStatus query={{ ...query, isError: query.isError && !query.isFetchNextPageError }} what="list" />
      {lines?.length === 0 && <p>There is nothing behind this figure.</p>}
      {lines && lines.length > 0 && <Lines lines={lines} isOwed={isOwed(figure)} />}
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

const isOwed = (figure: AccountFigure) => figure === 'opening' || figure === 'closing'

const isMoneyFigure = (figure: AccountFigure): figure is MoneyFigure =>
  (moneyFigures as readonly AccountFigure[]).includes(figure)

function sumOfFigure(
  { money, owed, complimentary }: Accounts,
  figure: AccountFigure,
  isFree: boolean,
): string {
  if (isMoneyFigure(figure)) return money.all[figure]
  return (isFree ? complimentary : owed)[figure]
}

function describeList({ period, figure, isFree }: Omit<Props, 'today'>): string {
  const free = isFree ? 'vouchers given free, ' : ''
  return isOwed(figure)
    ? `What was left on each, ${free}oldest first:`
    : `${periodLabel(period)}, ${free}oldest first:`
}

interface LinesProps {
  lines: AccountLine[]
  isOwed: boolean
}

function Lines({ lines, isOwed }: LinesProps) {
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
          <tr key={line.id}>
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
function Purchase({ of, number, codeEnd, voucherId, orderId }: AccountLine) {
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
