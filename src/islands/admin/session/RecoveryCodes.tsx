import { useSignals } from '@preact/signals-react/runtime'
import { session } from '#islands/admin/session/session.store.ts'
import { printPage } from '#islands/checkout/print-page.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'

interface Props {
  codes: string[]
  onClose: () => void
}

/** Shows recovery codes, once: only by the button, so that no slip loses them. */
export function RecoveryCodes({ codes, onClose }: Props) {
  useSignals()
  const email = session.value?.email ?? ''
  return (
    <Dialog title="Your recovery codes" locked onClose={onClose}>
      <div className="dialog-body grid gap-4" data-print="receipt">
        <p className="hidden print:block" translate="no">{`Recovery codes for ${location.host}, ${email}`}</p>
        <p>
          If you lose your phone, one of these opens the portal together with your password. Each works once.
          Please print them or write them down, and keep them where only you find them. We cannot show them
          again.
        </p>
        <ul className="grid gap-1 font-mono" translate="no">
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
      </div>
      <div className="dialog-foot">
        <Button variant="quiet" className="max-sm:grow" onClick={() => printPage('Recovery codes')}>
          Print
        </Button>
        <Button className="max-sm:grow" onClick={onClose}>
          I have kept them
        </Button>
      </div>
    </Dialog>
  )
}
