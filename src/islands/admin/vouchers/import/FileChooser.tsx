import { useSignals } from '@preact/signals-react/runtime'
import { useRef, type ChangeEvent } from 'react'
import { chooseFile, fileProblem, isReading } from '#islands/admin/vouchers/import/voucher-import.store.ts'
import { Button } from '#ui/Button.tsx'

export function FileChooser({ label, isQuiet = false }: { label: string; isQuiet?: boolean }) {
  useSignals()
  const input = useRef<HTMLInputElement>(null)

  function choose({ target }: ChangeEvent<HTMLInputElement>) {
    const [file] = target.files ?? []
    if (file) void chooseFile(file)
    // Allow choosing the same file again, once it is corrected.
    target.value = ''
  }

  return (
    <div>
      <Button
        variant={isQuiet ? 'quiet' : 'primary'}
        className={isQuiet ? 'button-compact' : ''}
        pendingLabel={isReading.value ? 'Reading...' : undefined}
        onClick={() => input.current?.click()}
      >
        {label}
      </Button>
      <input
        ref={input}
        type="file"
        accept=".csv,.tsv,.txt,text/csv,text/plain,text/tab-separated-values,application/vnd.ms-excel"
        hidden
        onChange={choose}
      />
      <p role="alert" className="field-error mt-3 empty:hidden">
        {fileProblem.value}
      </p>
    </div>
  )
}
