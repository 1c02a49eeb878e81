import { useSignals } from '@preact/signals-react/runtime'
import { useEffect } from 'react'
import { withCommas } from '#contract/base/text.ts'
import { IMPORT_ROWS_MAX } from '#contract/vouchers/voucher-import.ts'
import { hrefOf, REDEEM_ID } from '#islands/admin/router.ts'
import { isSignedOut } from '#islands/admin/session/session.store.ts'
import { useLostFocus } from '#islands/admin/shared/use-lost-focus.ts'
import { FileChooser } from '#islands/admin/vouchers/import/FileChooser.tsx'
import { exampleCsv } from '#islands/admin/vouchers/import/import-labels.ts'
import { ImportReview } from '#islands/admin/vouchers/import/ImportReview.tsx'
import { isChanged, result, startOver, table } from '#islands/admin/vouchers/import/voucher-import.store.ts'
import { countWorth } from '#islands/admin/vouchers/voucher-labels.ts'
import { openDialog, takenBack } from '#islands/admin/vouchers/vouchers.store.ts'
import { sendBounds } from '#islands/checkout/send-bounds.ts'
import { saveFile } from '#lib/save-file.ts'
import { Button } from '#ui/Button.tsx'
import { ExactText } from '#ui/ExactText.tsx'

/** Brings in vouchers of another system or of a paper list: a file, its rows as they will be, the result. */
export function ImportPage() {
  useSignals()
  const step = result.value ? 'result' : table.value ? 'review' : 'file'
  const heading = useLostFocus<HTMLHeadingElement>(step)
  const importId = result.value?.importId
  const isTakenBack = importId !== undefined && takenBack.value === importId
  useEffect(() => {
    if (isTakenBack) startOver()
  }, [isTakenBack])
  useLeaveQuestion(isChanged.value)
  return (
    <div className="grid max-w-[52rem] gap-5">
      <a className="link link-back justify-self-start" href={hrefOf('vouchers')}>
        Gift Vouchers
      </a>
      <h1 ref={heading} tabIndex={-1} className="outline-none">
        Import Vouchers
      </h1>
      {step === 'file' && <FileStep />}
      {step === 'review' && (
        // After a sign-out, the next user of the device must not see the names in the file.
        <div className={isSignedOut.value ? 'import invisible' : 'import'}>
          <ImportReview />
        </div>
      )}
      {step === 'result' && <ResultStep />}
    </div>
  )
}

/** Has the browser ask before the page is closed and with it what was corrected. */
function useLeaveQuestion(isAsked: boolean): void {
  useEffect(() => {
    if (!isAsked) return undefined
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [isAsked])
}

function FileStep() {
  return (
    <>
      <p>
        You can import vouchers that you have sold on paper or with another system, and redeem them here. We
        will not email the recipients or buyers about it, and the vouchers do not count as revenue.
      </p>
      <ol className="list-decimal space-y-2 pl-5">
        <li>
          Export the vouchers from the other system as a CSV file, or type your list into Excel, LibreOffice
          or Numbers and save it as CSV.
        </li>
        <li>
          Give each column a name in the first row. You only need a code and a balance. You can add the
          original amount, the date of issue, the last valid day, the recipient, their email address, the
          buyer and a note.
        </li>
        <li>Choose the file. You will see every voucher before anything is imported.</li>
      </ol>
      <FileChooser label="Choose a CSV file" />
      <div>
        <Button variant="quiet" className="button-compact" onClick={saveExample}>
          Download an example file
        </Button>
      </div>
      <p className="text-small text-soft">{`You can import up to ${withCommas(IMPORT_ROWS_MAX)} vouchers at a time.`}</p>
    </>
  )
}

function saveExample(): void {
  const csv = exampleCsv(Number(sendBounds().today.slice(0, 4)))
  saveFile(new Blob([csv], { type: 'text/csv' }), 'vouchers-example.csv')
}

function ResultStep() {
  useSignals()
  const { importId, count, pence } = result.value!
  return (
    <>
      <div className="message message-good">
        <p>
          <ExactText>{`${countWorth(count, pence)} been imported.`}</ExactText>
        </p>
        <p className="mt-2">
          You can start redeeming straight away. The clinic and every owner will get an email about this
          import.
        </p>
      </div>
      <div className="flex flex-wrap gap-3">
        <a className="button" href={hrefOf('vouchers')}>
          Show the vouchers
        </a>
        <a className="button button-quiet" href={hrefOf('vouchers', REDEEM_ID)}>
          Redeem a voucher
        </a>
        <Button variant="quiet" onClick={startOver}>
          Import more vouchers
        </Button>
        <Button variant="bad" onClick={() => (openDialog.value = { name: 'take-back', importId })}>
          Undo the import
        </Button>
      </div>
      <p className="text-small text-soft">
        You can undo the import as long as none of its vouchers has been used, changed or emailed, or has
        expired. You will find the same button on the page of each voucher, under “Paid”.
      </p>
    </>
  )
}
