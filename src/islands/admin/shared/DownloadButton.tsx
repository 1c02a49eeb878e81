import { useState } from 'react'
import { withSession } from '#islands/admin/admin-api.ts'
import { errorMessage } from '#islands/admin/shared/error-message.ts'
import { callFile } from '#lib/api.ts'
import { Button } from '#ui/Button.tsx'
import { showToast } from '#ui/toast.ts'

interface Props {
  /** Path and query of the file. */
  path: string
  fileName: string
  /** Cancels the download by returning false. */
  check?: () => boolean
  children: string
}

/** Downloads a file that needs the session's token, which a link would not send. */
export function DownloadButton({ path, fileName, check, children }: Props) {
  const [busy, setBusy] = useState(false)

  async function download() {
    if (check && !check()) return
    setBusy(true)
    try {
      saveFile(await withSession((headers) => callFile(path, headers)), fileName)
    } catch (error) {
      const description = errorMessage(error, 'The file could not be downloaded. Please try again.')
      showToast({ title: 'Error', description, variant: 'destructive' })
    }
    setBusy(false)
  }

  return (
    <Button
      variant="quiet"
      pendingLabel={busy ? 'Downloading...' : undefined}
      onClick={() => void download()}
    >
      {children}
    </Button>
  )
}

/** Saves a file to the device's downloads. */
export function saveFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file)
  Object.assign(document.createElement('a'), { href: address, download: name }).click()
  // Later, because some browsers read the blob only after the click event.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
