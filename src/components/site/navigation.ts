import { clinic } from '#clinic/current-clinic.ts'

export type PageName = 'home' | 'therapy' | 'practitioner' | 'shop'

export interface NavigationItem {
  label: string
  href: string
  /** The page, or kind of page, on which this item is marked. */
  page?: PageName
}

export const navigation: NavigationItem[] = [
  { label: 'Home', href: '/', page: 'home' },
  { label: 'Therapies', href: '/#therapies', page: 'therapy' },
  { label: 'About', href: '/#about' },
  { label: 'Gift Vouchers', href: '/#gift-vouchers' },
  {
    label: clinic.practitioner.navigation,
    href: `/${clinic.practitioner.slug}`,
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
