import { effect, untracked } from '@preact/signals-react'
import { QueryClient, queryOptions, type DataTag } from '@tanstack/react-query'
import { sessionEndpoint } from '#contract/auth/session.ts'
import { adminStatsEndpoint, attentionEndpoint, chartsEndpoint } from '#contract/reports/reports.ts'
import { adminCall } from '#islands/admin/admin-api.ts'
import { isSignedOut, updateRole } from '#islands/admin/session/session.store.ts'

/**
 * The server data on the screen. Nothing is retried or loaded again in the background: Refresh is a button, and a change
 * by the owner reloads what it may have changed.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry: false,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      staleTime: Infinity,
      gcTime: Infinity,
      // By default, requests wait silently while the browser says that it is offline.
      networkMode: 'always',
    },
  },
})

/** Reloads what is on the screen. */
export const refresh = (): Promise<void> => queryClient.refetchQueries({ type: 'active' })

/** Reloads what is on the screen, and everything else when it is shown again. */
export async function reloadAfterChange(): Promise<void> {
  // A first load that is under way may have begun before the change.
  void queryClient.cancelQueries({ type: 'active' }, { silent: true, revert: false })
  await queryClient.invalidateQueries()
}

/**
 * Empties what was loaded when the session ends, because anybody with the device could read it, and loads it again
 * after a new sign-in. Returns a cleanup function.
 */
export const watchSignOut = (): (() => void) =>
  effect(() => {
    if (isSignedOut.value) untracked(forgetLoaded)
    else void untracked(refresh)
  })

/** Requests that wait for a new sign-in go on. The others count as failed, so that the screen offers to try again. */
function forgetLoaded(): void {
  const cache = queryClient.getQueryCache()
  const error = new Error('Signed out')
  for (const query of cache.getAll()) {
    query.setState({ data: undefined, dataUpdatedAt: 0, status: 'error', error })
    if (!query.isActive()) cache.remove(query)
  }
}

/** Loads again each time it is shown. */
const WHEN_SHOWN = { refetchOnMount: 'always' } as const

export const statsQuery = queryOptions({
  queryKey: ['stats'],
  queryFn: () => adminCall(adminStatsEndpoint, undefined),
  ...WHEN_SHOWN,
})

export const chartsQuery = queryOptions({
  queryKey: ['charts'],
  queryFn: () => adminCall(chartsEndpoint, undefined),
  ...WHEN_SHOWN,
})

/** Who is signed in. What they may do is taken over from it. */
export const accountQuery = queryOptions({
  queryKey: ['account'],
  queryFn: async () => {
    const account = await adminCall(sessionEndpoint, undefined)
    updateRole(account.role)
    return account
  },
})

export const attentionQuery = queryOptions({
  queryKey: ['attention'],
  queryFn: () => adminCall(attentionEndpoint, undefined),
  ...WHEN_SHOWN,
})

/** The details of an item: loaded whenever they are opened, because they may have changed since. */
export const detailQuery = <Item>(kind: string, id: string, load: () => Promise<Item>) =>
  queryOptions({ queryKey: [kind, 'detail', id], queryFn: load, gcTime: 0 })

/** Shows the details that a change has returned, if they are on the screen. */
export function showDetail<Item>(key: DataTag<readonly unknown[], Item, Error>, item: Item): void {
  queryClient.setQueryData<Item>(key, (shown) => (shown === undefined ? undefined : item))
}
