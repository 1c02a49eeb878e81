import { useSignals } from '@preact/signals-react/runtime'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ROLES } from '#islands/admin/account/account.store.ts'
import { Devices } from '#islands/admin/account/Devices.tsx'
import { PasswordDialog } from '#islands/admin/account/PasswordDialog.tsx'
import { People } from '#islands/admin/account/People.tsx'
import { SignInMethods } from '#islands/admin/account/SignInMethods.tsx'
import { OwnersOnly } from '#islands/admin/shared/OwnersOnly.tsx'
import { PageHeader } from '#islands/admin/shared/PageHeader.tsx'
import { PartStatus } from '#islands/admin/shared/PartStatus.tsx'
import { accountQuery } from '#islands/admin/shared/server-data.ts'
import { Button } from '#ui/Button.tsx'

/** Who is signed in, on which devices; for owners also everybody else who can sign in. */
export function AccountTab() {
  useSignals()
  const query = useQuery(accountQuery)
  const [isChanging, setChanging] = useState(false)
  const account = query.data
  return (
    <>
      <PageHeader title="Account" canRefresh />
      <div className="mt-6 grid max-w-[46rem] gap-10">
        <section aria-labelledby="you">
          <h2 id="you">You</h2>
          <PartStatus query={query} what="account" />
          {account && (
            <>
              <p className="mt-2 wrap-anywhere">
                <strong className="font-semibold">
                  <bdi translate="no">{account.name}</bdi>
                </strong>
                <span>{`, ${ROLES[account.role].label.toLowerCase()}`}</span>
                {account.name !== account.email && (
                  <span className="block text-soft" translate="no">
                    {account.email}
                  </span>
                )}
              </p>
              {account.owners.length > 0 && (
                <p className="mt-2 text-small text-soft">
                  <span>
                    What you do here is recorded with your name, and the owners can see it. Owners:{' '}
                  </span>
                  <bdi translate="no">{account.owners.join(', ')}</bdi>
                </p>
              )}
              <Button
                variant="quiet"
                className="button-compact mt-4"
                aria-haspopup="dialog"
                onClick={() => setChanging(true)}
              >
                Change password
              </Button>
            </>
          )}
        </section>
        <SignInMethods />
        <Devices />
        <OwnersOnly>
          <People />
        </OwnersOnly>
      </div>
      {isChanging && <PasswordDialog onClose={() => setChanging(false)} />}
    </>
  )
}
