import { clinic } from '#content/clinic.ts'
import { BrandMark } from '#islands/checkout/BrandMark.tsx'

interface Props {
  amount: string | undefined
  recipient?: string | undefined
  /** The code, or how it arrives. */
  code: string
}

/** The picture of the voucher, with its amount, recipient and code. */
export function VoucherCard({ amount, recipient, code }: Props) {
  const size =
    amount === undefined ? ' voucher-amount-none' : amount.includes('.') ? ' voucher-amount-pence' : ''
  return (
    <div className="voucher">
      <div className="brand voucher-name">
        <BrandMark />
        <span>{clinic.name}</span>
      </div>
      <p className={`voucher-amount${size}`}>
        <small>Gift voucher</small>
        {amount ?? 'Choose an amount'}
      </p>
      <p className="voucher-foot">
        <span>{recipient ? `For ${recipient}` : 'For any treatment'}</span>
        <span>{code}</span>
      </p>
    </div>
  )
}
