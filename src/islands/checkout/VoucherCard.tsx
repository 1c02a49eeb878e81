import { clinic } from '#clinic/clinic-facts.ts'
import { BrandMark } from '#islands/checkout/BrandMark.tsx'

interface Props {
  amount: string | undefined
  recipient?: string | undefined
  /** The buyer's, as far as there is room. */
  message?: string
  code?: string | undefined
  /** How the code arrives, or the voucher's state, instead of the code. */
  note?: string
}

/** The picture of the voucher, with its amount, recipient and code. */
export function VoucherCard({ amount, recipient, message, code, note }: Props) {
  const size =
    amount === undefined ? ' voucher-amount-none' : amount.includes('.') ? ' voucher-amount-pence' : ''
  return (
    <div className="voucher" data-plate="massage">
      <div className="brand voucher-name" data-long={clinic.name.length > 24}>
        <BrandMark />
        <span>{clinic.name}</span>
      </div>
      <p className={`voucher-amount${size}`}>
        <small>Gift voucher</small>
        {amount === undefined ? <span>Choose an amount</span> : <span translate="no">{amount}</span>}
      </p>
      <p className="voucher-foot">
        {recipient ? (
          <span>
            For <bdi translate="no">{recipient}</bdi>
          </span>
        ) : (
          <span>For any treatment</span>
        )}
        {message && <span className="voucher-message" translate="no">{`“${message}”`}</span>}
        {code ? <span translate="no">{code}</span> : <span>{note}</span>}
      </p>
    </div>
  )
}
