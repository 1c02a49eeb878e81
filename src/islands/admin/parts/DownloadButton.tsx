import { useState } from 'react'
import { callFile } from '../../../lib/api.ts'
import { Button } from '../../../ui/Button.tsx'
import { showToast } from '../../../ui/toast.ts'
import { signedIn } from '../session/ask.ts'

interface Props {
  /** Where the file is to be had, query included. */
  path: string
  /** What it is called on the owner's device. */
  fileName: string
  children: string
}

/** A file that only a signed-in owner may have: a link would not send the token. */
export function DownloadButton({ path, fileName, children }: Props) {
  const [busy, setBusy] = useState(false)

  async function download() {
    setBusy(true)
    try {
      save(await signedIn((headers) => callFile(path, headers)), fileName)
    } catch {
      showToast({
        title: 'Error',
        description: 'The file could not be downloaded. Please try again.',
        variant: 'destructive',
      })
    }
    setBusy(false)
  }

  return (
    <Button look="quiet" busy={busy ? 'Downloading...' : undefined} onClick={() => void download()}>
      {children}
    </Button>
  )
}

function save(file: Blob, name: string): void {
  const address = URL.createObjectURL(file)
  Object.assign(document.createElement('a'), { href: address, download: name }).click()
  // Not at once: some browsers read it only after the click has been dealt with.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
