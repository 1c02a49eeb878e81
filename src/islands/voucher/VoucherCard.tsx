import { clinic } from '#content/clinic'
import { BrandMark } from '../checkout/BrandMark.tsx'

interface Props {
  amount: string | undefined
  recipient?: string | undefined
  code?: string | undefined
}

/** The picture of the voucher, with its amount, recipient and code. */
export function VoucherCard({ amount, recipient, code }: Props) {
  const withPence = amount?.includes('.')
  return (
    <div className="voucher">
      <div className="brand voucher-name">
        <BrandMark />
        <span>{clinic.name}</span>
      </div>
      <p className={withPence ? 'voucher-amount voucher-amount-pence' : 'voucher-amount'}>
        <small>Gift voucher</small>
        {amount ?? '£'}
      </p>
      <p className="voucher-foot">
        <span>{recipient ? `For ${recipient}` : 'For any treatment'}</span>
        <span>{code ?? 'Code by email'}</span>
      </p>
    </div>
  )
}
