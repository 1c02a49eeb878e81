import { useSignals } from '@preact/signals-react/runtime'
import { Notice } from '../../checkout/Notice.tsx'
import { Button } from '../../../ui/Button.tsx'
import { PurchaseError } from './Failure.tsx'
import { closePurchase } from './close-dialog.ts'
import { notice } from './purchase-step.ts'

/** A payment that came to nothing, begun where we cannot see what for. */
export function EndedStep() {
  useSignals()
  return (
    <>
      <div className="dialog-body">
        <Notice text={notice.value ?? ''} />
      </div>
      <div className="dialog-foot">
        <PurchaseError />
        <Button className="ml-auto max-sm:grow" onClick={closePurchase}>
          Back to the Shop
        </Button>
      </div>
    </>
  )
}
