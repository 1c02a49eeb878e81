import { useSignals } from '@preact/signals-react/runtime'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { isOwner } from '#islands/admin/session/session.store.ts'
import { PageHeader } from '#islands/admin/shared/PageHeader.tsx'
import { accountQuery } from '#islands/admin/shared/server-data.ts'

/** Shows what only owners may see and do. The server refuses it to staff, too. */
export function OwnersOnly({ children }: { children: ReactNode }) {
  useSignals()
  return isOwner.value ? children : null
}

/** In place of a page that only owners open: says who can help. */
export function OwnersNotice({ title }: { title: string }) {
  const owners = useQuery(accountQuery).data?.owners ?? []
  return (
    <>
      <PageHeader title={title} />
      <p className="message mt-6">
        <span>Only an owner can open this page. </span>
        {owners.length > 0 && (
          <>
            <span>Please ask </span>
            <bdi translate="no">{owners.join(', ')}</bdi>
            <span>.</span>
          </>
        )}
      </p>
    </>
  )
}
