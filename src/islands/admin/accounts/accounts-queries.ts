import { queryOptions } from '@tanstack/react-query'
import {
  accountLinesEndpoint,
  accountsAtStripeEndpoint,
  accountsEndpoint,
  type AccountFigure,
} from '#contract/accounts/accounts.ts'
import type { Period } from '#contract/accounts/period.ts'
import { adminCall, adminCallPage } from '#islands/admin/admin-api.ts'
import { pagesQuery } from '#islands/admin/shared/pages-query.ts'

export const accountsQuery = ({ from, to }: Period) =>
  queryOptions({
    queryKey: ['accounts', from, to],
    queryFn: () => adminCall(accountsEndpoint, undefined, { query: { from, to } }),
    refetchOnMount: 'always',
  })

/** Takes seconds. */
export const atStripeQuery = ({ from, to }: Period) =>
  queryOptions({
    queryKey: ['accounts-at-stripe', from, to],
    queryFn: () => adminCall(accountsAtStripeEndpoint, undefined, { query: { from, to } }),
    refetchOnMount: 'always',
  })

export const accountLinesQuery = ({ from, to }: Period, figure: AccountFigure, isFree: boolean) => ({
  ...pagesQuery(['account-lines', from, to, figure, isFree], (cursor) =>
    adminCallPage(accountLinesEndpoint, undefined, {
      query: { from, to, figure, complimentary: isFree ? 'true' : undefined, cursor },
    }),
  ),
  refetchOnMount: 'always' as const,
})
