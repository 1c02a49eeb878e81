import type { ReactNode } from 'react'

export const FigureAmount = ({ children }: { children: string }) => (
  <td className="whitespace-nowrap max-sm:pl-2" translate="no">
    {children}
  </td>
)

interface Props {
  label: string
  /** Of the list behind the figure. The whole row is its link. */
  href?: string | undefined
  note?: string | undefined
  isSum?: boolean
  children: ReactNode
}

/** A figure and its amounts. */
export function FigureRow({ label, href, note, isSum = false, children }: Props) {
  return (
    <tr className={`relative ${isSum ? 'font-semibold' : ''} ${href ? 'hover:bg-sunk' : ''}`}>
      <th scope="row" className="[font-weight:inherit]">
        {href ? (
          <a className="after:absolute after:inset-0 print:no-underline" href={href}>
            {label}
          </a>
        ) : (
          <span>{label}</span>
        )}
        {note && <span className="block text-label text-soft">{note}</span>}
      </th>
      {children}
    </tr>
  )
}
