import { therapies } from '#clinic/current-therapies.ts'
import { practitioners } from '#content/practitioners.ts'

/** One page of each template, but for those that tests of their own check with their data: the shop and Your voucher. */
export const PAGE_TEMPLATES = [
  '/',
  `/therapy/${therapies[0]!.id}`,
  `/${practitioners[0].slug}`,
  '/admin/login',
  '/admin/reset-password',
  '/admin/end-sessions',
  '/your-purchase',
  '/terms-conditions',
  '/no-such-page',
]
