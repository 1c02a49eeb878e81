import { useState } from 'react'
import { exportPerson } from '#islands/admin/customers/customers.store.ts'
import { Button } from '#ui/Button.tsx'

const FILES = [
  ['page', 'Export'],
  ['data', 'Export as data'],
] as const

/** Downloads the data of an address as a page that the person can read, or as a file for another program. */
export function ExportButtons({ email }: { email: string }) {
  const [busy, setBusy] = useState<string>()

  async function save(as: 'page' | 'data') {
    setBusy(as)
    await exportPerson(email, as)
    setBusy(undefined)
  }

  return FILES.map(([as, label]) => (
    <Button
      key={as}
      variant="quiet"
      className="button-compact min-w-36"
      pendingLabel={busy === as ? 'Exporting...' : undefined}
      onClick={() => void save(as)}
    >
      {label}
    </Button>
  ))
}
