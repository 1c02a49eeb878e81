import { useState } from 'react'
import { monthsOf } from '#contract/accounts/period.ts'
import { periodLabel, readChosenPeriod, type ChosenPeriod } from '#islands/admin/accounts/chosen-period.ts'
import { DownloadButton, DownloadError, downloadFile } from '#islands/admin/shared/DownloadButton.tsx'
import { printPage } from '#islands/checkout/print-page.ts'
import { fieldErrorsOf } from '#lib/api.ts'
import { Button } from '#ui/Button.tsx'

interface Props {
  period: ChosenPeriod
  today: string
}

/** The ZIP for the accountant, of a period with a name. A year that is too long for one is offered as its months. */
export function PackDownload({ period, today }: Props) {
  const [tooLong, setTooLong] = useState<string>()
  return (
    <section aria-labelledby="download" className="download mt-0">
      <h2 id="download">Download and print</h2>
      {period.kind === 'days' ? (
        <p className="text-small text-soft">
          Your accountant can have these figures as a ZIP of a month, quarter, year or tax year. Please choose
          one of them above.
        </p>
      ) : (
        <>
          <p className="text-small text-soft">
            {`A ZIP of ${periodLabel(period)}: every sale, refund and use of a voucher, what is owed on each, card fees and payouts, as CSV files without names, and a page that explains them.`}
          </p>
          <PackButton name={period.name} onTooLong={setTooLong}>
            Download for your accountant
          </PackButton>
          {tooLong !== undefined && (
            <>
              <p role="status" className="message">
                {`${tooLong}.`}
              </p>
              {monthsOf(period)
                .flatMap((month) => readChosenPeriod(month, today) ?? [])
                .map((month) => (
                  <PackButton key={month.name} name={month.name}>
                    {`Download ${periodLabel(month)}`}
                  </PackButton>
                ))}
            </>
          )}
        </>
      )}
      <Button variant="quiet" onClick={() => printPage(`Accounts, ${periodLabel(period)}`)}>
        Print these figures
      </Button>
    </section>
  )
}

interface ButtonProps {
  name: string
  onTooLong?: (sentence: string) => void
  children: string
}

function PackButton({ name, onTooLong, children }: ButtonProps) {
  async function load() {
    try {
      return await downloadFile(`/api/admin/pack/${name}`)
    } catch (error) {
      const { period: sentence } = fieldErrorsOf(error)
      if (sentence === undefined) throw error
      onTooLong?.(sentence)
      throw new DownloadError(`${sentence}.`)
    }
  }
  return (
    <DownloadButton load={load} fileName={`accounts-${name}.zip`}>
      {children}
    </DownloadButton>
  )
}
