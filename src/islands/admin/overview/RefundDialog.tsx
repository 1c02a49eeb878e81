import type { Attention } from '#contract/reports'
import { Confirm } from '../parts/Confirm.tsx'
import { pounds } from '../parts/format.ts'
import { refund } from './remedies.ts'

interface Props {
  item: Extract<Attention, { kind: 'payment_unknown' | 'refund' }>
  onClose: () => void
}

export function RefundDialog({ item, onClose }: Props) {
  return (
    <Confirm
      title="Refund"
      above={item.reference}
      act={`Issue Refund ${pounds(item.amount)}`}
      acting="Refunding..."
      keep="Keep as it is"
      onAct={() => refund(item.id)}
      onClose={onClose}
    >
      <p>
        {pounds(item.amount)} goes back to the card that it was paid with. It takes five to ten days to
        arrive.
      </p>
      {item.kind === 'payment_unknown' && (
        <p className="text-small text-soft">
          We have no record of what was bought with it, most likely because a backup was restored. If you
          know, you may rather make the voucher by hand.
        </p>
      )}
    </Confirm>
  )
}
