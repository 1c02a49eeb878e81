import { useSignals } from '@preact/signals-react/runtime'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { isDay, withCommas } from '#contract/base/text.ts'
import { CLOSING_ENTRIES_MAX, closingEndpoint, type Closing } from '#contract/vouchers/closing.ts'
import { adminCall } from '#islands/admin/admin-api.ts'
import { emailClosing } from '#islands/admin/overview/email-closing.store.ts'
import { goTo, hrefOf } from '#islands/admin/router.ts'
import { isOwner } from '#islands/admin/session/session.store.ts'
import { errorMessage } from '#islands/admin/shared/error-message.ts'
import { dateTime, longDate, pounds, timeOfDay } from '#islands/admin/shared/format.ts'
import { onEscape } from '#islands/admin/shared/on-escape.ts'
import { OwnersOnly } from '#islands/admin/shared/OwnersOnly.tsx'
import { useLostFocus } from '#islands/admin/shared/use-lost-focus.ts'
import { printPage } from '#islands/checkout/print-page.ts'
import { sendBounds } from '#islands/checkout/send-bounds.ts'
import { Button } from '#ui/Button.tsx'
import { Field } from '#ui/Field.tsx'
import { showToast } from '#ui/toast.ts'

type Figures = Closing['total']

const closingQuery = (day: string) =>
  queryOptions({
    queryKey: ['closing', day],
    queryFn: () => adminCall(closingEndpoint, undefined, { query: { day } }),
    enabled: isPossible(day),
    gcTime: 0,
  })

/** A year that is still being typed is none of these. */
const isPossible = (day: string) => day.startsWith('20') && isDay(day)

/** What was sold, given and paid back at the clinic on one day, for the till. */
export function ClosingPage() {
  const { today } = sendBounds()
  const [day, setDay] = useState(today)
  const { data, dataUpdatedAt, error, isFetching, refetch } = useQuery(closingQuery(day))
  const heading = useLostFocus<HTMLHeadingElement>(data ?? error)
  useEffect(() => onEscape((target) => target.closest('input') || goTo('overview')), [])

  const [printed, setPrinted] = useState<{ title: string }>()
  /** Others may have sold vouchers since it was loaded. */
  async function print() {
    const again = await refetch()
    if (again.isSuccess) return setPrinted({ title: `Takings on ${longDate(day)}` })
    const description = errorMessage(
      again.error,
      'The day’s takings could not be loaded again, so they are not printed.',
    )
    showToast({ title: 'Error', description, variant: 'destructive' })
  }
  // Once what was loaded is on the page.
  useEffect(() => {
    if (printed) printPage(printed.title)
  }, [printed])
  return (
    <div className="grid max-w-[40rem] gap-5">
      <a className="link link-back justify-self-start" href={hrefOf('overview')}>
        Overview
      </a>
      <h1 ref={heading} tabIndex={-1} className="outline-none">
        The day’s takings
      </h1>
      <OwnersOnly>
        <Field
          label="Day"
          type="date"
          max={today}
          value={day}
          error={isPossible(day) ? undefined : 'Please choose a day'}
          onChange={({ target }) => setDay(target.value)}
        />
      </OwnersOnly>
      {isPossible(day) && !data && isFetching && (
        <p role="status" className="text-soft">
          Loading the day’s takings...
        </p>
      )}
      {!data && error && !isFetching && (
        <div className="stack">
          <p role="alert">{errorMessage(error, 'The day’s takings could not be loaded. Nothing is lost.')}</p>
          <Button variant="quiet" className="button-compact" onClick={() => void refetch()}>
            Try again
          </Button>
        </div>
      )}
      {data && (
        <ClosingSheet
          closing={data}
          at={new Date(dataUpdatedAt).toISOString()}
          onPrint={() => void print()}
        />
      )}
    </div>
  )
}

interface SheetProps {
  closing: Closing
  /** When it was loaded. */
  at: string
  onPrint: () => void
}

/** It prints alone. */
function ClosingSheet({ closing, at, onPrint }: SheetProps) {
  useSignals()
  const { day, total, people, entries } = closing
  const [isSending, setSending] = useState(false)

  async function email() {
    setSending(true)
    await emailClosing(day)
    setSending(false)
  }

  return (
    <section className="grid max-w-[40rem] gap-5" data-print="receipt" aria-labelledby="closing-day">
      <h2 id="closing-day">{`${isOwner.value ? 'Takings' : 'Your own takings'} on ${longDate(day)}`}</h2>
      <p className="-mt-3 text-small text-soft">{`As of ${dateTime(at)}`}</p>
      {entries.length === 0 ? (
        <p>
          {isOwner.value
            ? 'Nothing was sold, given away or paid back at the clinic on this day.'
            : 'You have sold nothing at the clinic today.'}
        </p>
      ) : (
        <>
          <div>
            <p className="side-amount" translate="no">
              {pounds(total.cash)}
            </p>
            <p className="text-small text-soft">in cash, after refunds</p>
          </div>
          <FigureList figures={total} />
        </>
      )}
      <div className="side-acts">
        <Button className="button-compact" onClick={onPrint}>
          Print
        </Button>
        <OwnersOnly>
          <Button
            variant="quiet"
            className="button-compact"
            pendingLabel={isSending ? 'Sending...' : undefined}
            onClick={() => void email()}
          >
            Email it to me
          </Button>
        </OwnersOnly>
      </div>
      {people.length === 1 ? (
        <p className="wrap-anywhere">
          <span>By </span>
          <PersonName person={people[0]!} />
        </p>
      ) : (
        people.map((person) => <PersonFigures key={person.by} person={person} />)
      )}
      {entries.length > 0 && <Entries entries={entries} hasSeveral={people.length > 1} />}
    </section>
  )
}

type Person = Closing['people'][number]

const PersonName = ({ person: { by, isOwn } }: { person: Person }) => (
  <>
    <span translate="no">{by}</span>
    {isOwn && <span className="text-soft"> (you)</span>}
  </>
)

function PersonFigures({ person }: { person: Person }) {
  return (
    <section className="grid break-inside-avoid gap-2" aria-label={person.by}>
      <h3 className="wrap-anywhere">
        <PersonName person={person} />
      </h3>
      <p>
        <strong translate="no">{pounds(person.cash)}</strong>
        <span> in cash</span>
      </p>
      <FigureList figures={person} />
    </section>
  )
}

function FigureList({ figures }: { figures: Figures }) {
  return (
    <dl className="summary">
      {FIGURES.map(([name, label]) => (
        <div key={name}>
          <dt>{label}</dt>
          <dd>
            <span translate="no">{pounds(figures[name].sum)}</span>
            <span>{figures[name].count > 0 && vouchers(figures[name].count)}</span>
          </dd>
        </div>
      ))}
    </dl>
  )
}

const FIGURES = [
  ['soldForCash', 'Sold for cash'],
  ['soldByCard', 'Sold by card, at the clinic'],
  ['complimentary', 'Given free'],
  ['paidBackInCash', 'Paid back in cash'],
  ['paidBackByCard', 'Paid back by card, at the clinic'],
] as const

const vouchers = (count: number) => (count === 1 ? ', 1 voucher' : `, ${withCommas(count)} vouchers`)

interface EntriesProps {
  entries: Closing['entries']
  hasSeveral: boolean
}

function Entries({ entries, hasSeveral }: EntriesProps) {
  return (
    <section aria-labelledby="closing-entries">
      <h3 id="closing-entries">One by one</h3>
      <table className="plain-table">
        <thead>
          <tr>
            <th scope="col">Time</th>
            <th scope="col">Voucher</th>
            <th scope="col">Amount</th>
          </tr>
        </thead>
        <tbody>
          {entries.map(({ at, what, paidBy, amount, by, voucherId, codeEnd }) => (
            <tr key={`${at} ${voucherId} ${what}`}>
              <td>{timeOfDay(at)}</td>
              <td className="wrap-anywhere">
                <a className="link" href={hrefOf('vouchers', voucherId)} translate="no">
                  {`…${codeEnd}`}
                </a>
                <span>{`, ${MOVES[what]}${paidBy === 'complimentary' ? '' : WAYS[paidBy]}`}</span>
                {hasSeveral && (
                  <span className="block text-soft" translate="no">
                    {by}
                  </span>
                )}
              </td>
              <td translate="no">{pounds(what === 'paid_back' ? `-${amount}` : amount)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {entries.length === CLOSING_ENTRIES_MAX && (
        <p className="mt-3 text-small text-soft">
          {`Only the first ${withCommas(CLOSING_ENTRIES_MAX)} entries are listed, but the totals above include every one.`}
        </p>
      )}
    </section>
  )
}

const MOVES: Record<Closing['entries'][number]['what'], string> = {
  sold: 'sold',
  given: 'given free',
  paid_back: 'paid back',
}
const WAYS = { cash: ' in cash', card: ' by card' }
