declare global {
  interface Window {
    /** What followed `#` in the address, which the first script of the page has taken out (pages/voucher.astro). */
    voucherFragment?: string
  }
}

/** Dispatched by that script when another link is opened in the same tab. */
export const FRAGMENT_TAKEN = 'voucherfragment'

/** Returns what followed `#` in the address, once. It is kept in memory only: anyone who has a code can use the voucher. */
export function takeVoucherFragment(): string | undefined {
  const { voucherFragment: fragment } = window
  delete window.voucherFragment
  if (fragment === undefined) return undefined
  try {
    return decodeURIComponent(fragment)
  } catch {
    return fragment
  }
}
