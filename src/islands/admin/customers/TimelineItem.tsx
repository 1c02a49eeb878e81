import type { ReactNode } from 'react'
import { dateTime } from '#islands/admin/shared/format.ts'
import { ExactText } from '#ui/ExactText.tsx'

interface Props {
  /** "Message", "Voucher bought". */
  title: string
  date: string
  amount?: string
  children: ReactNode
}

export function TimelineItem({ title: what, date, amount, children }: Props) {
  return (
    <li>
      <p className="ledger-line font-semibold">
        <span>
          <ExactText>{what}</ExactText>
        </span>
        {amount !== undefined && <span translate="no">{amount}</span>}
      </p>
      {children}
      <p className="ledger-who">{dateTime(date)}</p>
    </li>
  )
}

/** The person's own text, with its line breaks. */
export function Quote({ children }: { children: string | null }) {
  return children && <p className="story-words">{children}</p>
}
