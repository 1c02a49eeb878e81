import { useState } from 'react'
import { withSession } from '#islands/admin/admin-api.ts'
import { errorMessage } from '#islands/admin/shared/error-message.ts'
import { callFile } from '#lib/api.ts'
import { saveFile } from '#lib/save-file.ts'
import { Button } from '#ui/Button.tsx'
import { showToast } from '#ui/toast.ts'

interface Props {
  load: () => Promise<Blob>
  fileName: string
  /** Cancels the download by returning false. */
  check?: () => boolean
  children: string
}

/** Loads a file and saves it. */
export function DownloadButton({ load, fileName, check, children }: Props) {
  const [busy, setBusy] = useState(false)

  async function download() {
    if (check && !check()) return
    setBusy(true)
    try {
      saveFile(await load(), fileName)
    } catch (error) {
      const description =
        error instanceof DownloadError
          ? error.message
          : errorMessage(error, 'The file could not be downloaded. Please try again.')
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

/** Its message is for the owner. */
export class DownloadError extends Error {
  override name = 'DownloadError'
}

/** Downloads a file that needs the session's token, which a link would not send. */
export const downloadFile = (path: string): Promise<Blob> => withSession((headers) => callFile(path, headers))
