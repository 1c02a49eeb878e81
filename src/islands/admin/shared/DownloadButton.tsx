import { useState } from 'react'
import { callFile } from '../../../lib/api.ts'
import { Button } from '../../../ui/Button.tsx'
import { showToast } from '../../../ui/toast.ts'
import { errorMessage } from './error-message.ts'
import { withSession } from '../admin-api.ts'
import { saveFile } from './save-file.ts'

interface Props {
  /** Where the file is to be had, query included. */
  path: string
  /** What it is called on the owner's device. */
  fileName: string
  /** Looks once more before it is asked for. */
  check?: () => boolean
  children: string
}

/** A file that only a signed-in owner may have: a link would not send the token. */
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
