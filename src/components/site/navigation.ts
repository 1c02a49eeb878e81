import { practitioners } from '#content/practitioners.ts'

export type PageName = 'home' | 'therapy' | 'practitioner' | 'shop'

export interface NavigationItem {
  label: string
  href: string
  /** The page, or kind of page, on which this item is marked. */
  page?: PageName
}

/** The name of the chapter on the home page, too. */
export const practitionersName = practitioners.length > 1 ? 'Our practitioners' : practitioners[0].navigation

export const navigation: NavigationItem[] = [
  { label: 'Home', href: '/', page: 'home' },
  { label: 'Therapies', href: '/#therapies', page: 'therapy' },
  { label: 'About', href: '/#about' },
  { label: 'Gift Vouchers', href: '/#gift-vouchers' },
  {
    label: practitionersName,
    href: practitioners.length > 1 ? '/#practitioner' : `/${practitioners[0].slug}`,
    page: 'practitioner',
  },
  { label: 'Shop', href: '/shop', page: 'shop' },
]

export const legal = [
  { label: 'Privacy Policy', href: '/privacy-policy' },
  { label: 'Terms & Conditions', href: '/terms-conditions' },
  { label: 'Cookie Policy', href: '/cookie-policy' },
  { label: 'Accessibility Statement', href: '/accessibility-statement' },
  { label: 'Admin Portal', href: '/admin/login' },
]
