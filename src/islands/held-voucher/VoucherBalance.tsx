import { useEffect, useState } from 'react'
import { clinic } from '#clinic/clinic-facts.ts'
import { longPounds, parsePence, shortPounds } from '#contract/base/money.ts'
import { londonDay } from '#contract/base/send-date.ts'
import type { HeldVoucher } from '#contract/vouchers/held-vouchers.ts'
import { ClinicPhoneLink } from '#islands/checkout/ByPhone.tsx'
import { usePrintSheets, voucherTitles } from '#islands/checkout/print-sheet.ts'
import { printedDay } from '#islands/checkout/voucher-facts.ts'
import { VoucherCard } from '#islands/checkout/VoucherCard.tsx'
import {
  canAskForTime,
  describeBalance,
  type PricedTreatment,
} from '#islands/held-voucher/describe-balance.ts'
import { FocusedHeading } from '#islands/held-voucher/FocusedHeading.tsx'
import { restoreVoucherLink, startOver } from '#islands/held-voucher/held-voucher.store.ts'
import { VoucherUses } from '#islands/held-voucher/VoucherUses.tsx'
import { serverNow } from '#lib/server-time.ts'
import { Button } from '#ui/Button.tsx'
import { ExactText } from '#ui/ExactText.tsx'
import { loadPart } from '#ui/load-part.ts'

const STATUSES: Record<HeldVoucher['status'], [label: string, badge: string]> = {
  active: ['Ready to use', 'badge-good'],
  spent: ['Nothing left', 'badge-off'],
  expired: ['Expired', 'badge-off'],
  refunded: ['Refunded', 'badge-off'],
}

interface Props {
  voucher: HeldVoucher
  /** As it is printed. */
  code: string
  treatments: PricedTreatment[]
  areAllPriced: boolean
}

/** What is left on a voucher, until when, each use if the link shows it, and what its holder can do. */
export function VoucherBalance({ voucher, code, treatments, areAllPriced }: Props) {
  const [label, badge] = STATUSES[voucher.status]
  const isActive = voucher.status === 'active'
  const balance = parsePence(voucher.currentBalance) ?? 0
  return (
    <div className="columns w-full">
      <div className="stack">
        <span className={`badge ${badge}`}>{label}</span>
        <FocusedHeading>
          Voucher ending <span translate="no">{voucher.codeEnd}</span>
        </FocusedHeading>
        {isActive ? (
          <>
            <VoucherCard amount={shortPounds(balance)} code={code} />
            <p className="lede">
              <ExactText>{describeBalance(balance, treatments, areAllPriced)}</ExactText>
            </p>
            <LastDay day={voucher.expiryDate} />
          </>
        ) : (
          <Ended voucher={voucher} />
        )}
      </div>
      {/* From 60rem a row below both columns. */}
      <div className="stack lg:col-span-full">
        <Acts voucher={voucher} code={code} />
      </div>
      <div className="panel stack lg:col-start-2 lg:row-start-1 lg:self-start">
        <VoucherUses entries={voucher.entries} />
        {isActive && <GoodFor />}
      </div>
    </div>
  )
}

function LastDay({ day }: { day: string }) {
  return (
    <p>
      Valid until the end of <strong className="font-medium">{printedDay(day)}</strong>.
    </p>
  )
}

/** Why it cannot be used any more. */
function Ended({ voucher }: { voucher: HeldVoucher }) {
  return (
    <>
      <p className="lede">
        <ExactText>{describeEnd(voucher)}</ExactText>
      </p>
      <p>
        If you did not expect this, please ring us on <ClinicPhoneLink />.
      </p>
    </>
  )
}

function describeEnd(voucher: HeldVoucher): string {
  if (voucher.status === 'spent') return 'There is nothing left on this voucher.'
  if (voucher.status === 'refunded') return 'This voucher has been refunded and can no longer be used.'
  const left = parsePence(voucher.currentBalance) ?? 0
  const ended = `This voucher expired at the end of ${printedDay(voucher.expiryDate)}.`
  return left > 0 ? `${ended} There was ${longPounds(left)} left on it.` : ended
}

/** What it is good for. */
function GoodFor() {
  return (
    <div className="w-full">
      <h3 className="mb-2">You can use it for any treatment</h3>
      <p className="text-small text-soft">{clinic.vouchers.treatments.join(', ')}.</p>
    </div>
  )
}

type Sheets = typeof import('#islands/checkout/PrintedVoucher.tsx')

const loadSheets = () => loadPart(() => import('#islands/checkout/PrintedVoucher.tsx'))

function reload(): void {
  restoreVoucherLink()
  location.reload()
}

function Acts({ voucher, code }: Pick<Props, 'voucher' | 'code'>) {
  const isActive = voucher.status === 'active'
  const { printSheet } = usePrintSheets('voucher', voucherTitles(voucher))
  const [sheets, setSheets] = useState<Sheets>()
  const [failure, setFailure] = useState<string>()
  const [today] = useState(() => londonDay(serverNow()))
  useEffect(() => {
    // For the browser's own Print. If it cannot be loaded now, the button tries again.
    if (isActive) loadSheets().then(setSheets, () => {})
  }, [isActive])

  /** Does what needs another file. */
  async function attempt(act: () => Promise<void>) {
    setFailure(undefined)
    try {
      await act()
    } catch {
      setFailure('We could not load this part of the page. Please try again, or reload the page.')
    }
  }
  const print = async () => {
    const loaded = await loadSheets()
    await printSheet('voucher', () => setSheets(loaded))
  }
  const addToCalendar = async () => {
    const { saveLastDay } = await loadPart(() => import('#islands/held-voucher/save-last-day.ts'))
    saveLastDay(voucher)
  }
  return (
    <>
      <div className="flex w-full flex-wrap gap-3 max-sm:*:basis-full">
        {isActive && (
          <>
            <a className="button" href={`/?voucher=${voucher.codeEnd}#write`}>
              Book with this voucher
            </a>
            <Button variant="quiet" onClick={() => void attempt(addToCalendar)}>
              Add the expiry date to my calendar
            </Button>
            <Button variant="quiet" onClick={() => void attempt(print)}>
              Print the voucher
            </Button>
          </>
        )}
        {canAskForTime(voucher, today) && (
          <a className="button button-quiet" href={`/?voucher=${voucher.codeEnd}&ask=more-time#message`}>
            Ask for more time
          </a>
        )}
      </div>
      <button type="button" className="text-button min-h-target" onClick={startOver}>
        Check another voucher
      </button>
      <p role="status" className="message empty:hidden">
        {failure && <span>{failure}</span>}
        {failure && (
          <Button variant="quiet" className="mt-3 block" onClick={reload}>
            Reload
          </Button>
        )}
      </p>
      {sheets && (
        <sheets.PrintedVoucher
          voucher={{ voucherCode: code, recipientName: '', expiryDate: voucher.expiryDate }}
          amount={voucher.currentBalance}
        />
      )}
    </>
  )
}
