import type { Tab } from '#islands/admin/router.ts'

type IconName = Tab | 'more' | 'print' | 'search'

/** Outlines on a grid of 24 units, in the weight of the brand's lines. */
const PATHS: Record<IconName, string> = {
  overview: 'M4 20V11M10 20V4M16 20v-6M22 20H2',
  vouchers: 'M3 6h18v4a2 2 0 0 0 0 4v4H3v-4a2 2 0 0 0 0-4zM9 6v12',
  products: 'M4 8l8-4 8 4v8l-8 4-8-4zM4 8l8 4 8-4M12 12v8',
  orders: 'M5 8h14l1 12H4zM9 8V6a3 3 0 0 1 6 0v2',
  customers: 'M12 4a4 4 0 1 1 0 8a4 4 0 0 1 0-8M4 20a8 6 0 0 1 16 0',
  accounts: 'M18 20H6c2.5-1.5 3-3.5 3-6V9a4 4 0 0 1 7.5-2M6 13h8',
  requests: 'M3 6h18v12H3zM3 7l9 6 9-6',
  website: 'M3 5h18v14H3zM3 9h18M6 7h.01M9 7h.01',
  account: 'M12 4a4 4 0 1 1 0 8a4 4 0 0 1 0-8M4 20a8 6 0 0 1 16 0z',
  search: 'M10.5 4a6.5 6.5 0 1 1 0 13a6.5 6.5 0 0 1 0-13M15.5 15.5L21 21',
  more: 'M4 7h16M4 12h16M4 17h16',
  print: 'M7 9V4h10v5M7 17H4V9h16v8h-3M7 14h10v6H7z',
}

export function NavIcon({ name }: { name: IconName }) {
  return (
    <svg
      className="tab-icon"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      aria-hidden
    >
      <path d={PATHS[name]} />
    </svg>
  )
}
