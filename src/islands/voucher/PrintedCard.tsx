import { clinic } from '#content/clinic'
import { BrandMark } from '../checkout/BrandMark.tsx'

interface Props {
  amount: string
  to: string
  from: string
}

/** The voucher's face on paper. The rosette is a picture here and no mask: printers get its lines, not its dots. */
export function PrintedCard({ amount, to, from }: Props) {
  return (
    <div className="printed-card">
      <img className="printed-rosette" src="/drawings/rosette.svg" alt="" />
      <svg className="printed-point" viewBox="0 0 2 2">
        <circle cx="1" cy="1" r="1" />
      </svg>
      <div className="printed-brand">
        <BrandMark />
        <span>{clinic.name}</span>
      </div>
      <p className={amount.includes('.') ? 'printed-amount printed-amount-pence' : 'printed-amount'}>
        <small>Gift voucher</small>
        {amount}
      </p>
      <div className="printed-names">
        <p>
          For <bdi>{to}</bdi>
        </p>
        <p>
          From <bdi>{from}</bdi>
        </p>
      </div>
    </div>
  )
}
