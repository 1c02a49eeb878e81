import { useEffect, useRef, useState } from 'react'
import { VoucherCodeSchema } from '#contract/admin-vouchers'
import { is } from 'valibot'
import { Button } from '../../../ui/Button.tsx'
import { type Refusal, scan } from './scan.ts'

const REFUSED: Record<Refusal, string> = {
  denied:
    'This site may not use the camera. Allow it in the browser: press the sign beside the address, choose Camera and Allow, then scan again. Or type the code.',
  none: 'No camera was found here. Please type the code.',
  busy: 'The camera is in use by another app. Close that one and scan again, or type the code.',
  broken: 'The camera could not be used. Please try again, or type the code.',
}

/** Reads the code from the voucher with the camera. Nothing is recorded, and nothing leaves the phone but the code. */
export function Scan({ onRead }: { onRead: (text: string) => void }) {
  const [open, setOpen] = useState(false)
  const [refused, setRefused] = useState<Refusal>()
  return (
    <div className="grid gap-3">
      {open ? (
        <Viewer
          onRead={(text) => {
            setOpen(false)
            onRead(text)
          }}
          onRefused={(why) => {
            setOpen(false)
            setRefused(why)
          }}
          onCancel={() => setOpen(false)}
        />
      ) : (
        <Button
          look="quiet"
          onClick={() => {
            setRefused(undefined)
            setOpen(true)
          }}
        >
          Scan QR code
        </Button>
      )}
      <p role="alert" className="empty:hidden">
        {refused && <span className="message block">{REFUSED[refused]}</span>}
      </p>
    </div>
  )
}

interface ViewerProps {
  onRead: (text: string) => void
  onRefused: (why: Refusal) => void
  onCancel: () => void
}

function Viewer(told: ViewerProps) {
  const [foreign, setForeign] = useState(false)
  const video = useRef<HTMLVideoElement>(null)
  const latest = useRef(told)
  useEffect(() => void (latest.current = told))
  // The camera is on for as long as this is drawn.
  useEffect(() => {
    if (!video.current) return undefined
    return scan(video.current, {
      read: (text) => {
        const ours = is(VoucherCodeSchema, text)
        if (ours) latest.current.onRead(text)
        else setForeign(true)
        return ours
      },
      refused: (why) => latest.current.onRefused(why),
    })
  }, [])
  return (
    <div className="viewer">
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- a live picture without sound */}
      <video ref={video} muted playsInline aria-label="What the camera sees" />
      <p role="status" className="text-small text-soft">
        {foreign
          ? 'That is not the code of a voucher. Hold the QR code of the voucher in front of the camera.'
          : 'Let the browser use the camera if it asks, and hold the QR code of the voucher in front of it.'}
      </p>
      <Button look="quiet" onClick={told.onCancel}>
        Stop the camera
      </Button>
    </div>
  )
}
