import { useEffect, useRef, useState, type Ref } from 'react'
import { is } from 'valibot'
import { VoucherCodeSchema } from '#contract/vouchers/admin-vouchers.ts'
import { plainVoucherCode } from '#contract/vouchers/voucher-code.ts'
import { useLostFocus } from '#islands/admin/shared/use-lost-focus.ts'
import { scan, type CameraError } from '#islands/admin/vouchers/scan.ts'
import { Button } from '#ui/Button.tsx'

const CAMERA_ERRORS: Record<CameraError, string> = {
  denied:
    'This website is not allowed to use the camera. To allow it, please press the icon beside the web address, choose “Camera” and “Allow”, then scan again. You can also type the code.',
  none: 'We could not find a camera. Please type the code.',
  busy: 'Another app is using the camera. Please close that app and scan again, or type the code.',
  broken: 'We could not use the camera. Please try again, or type the code.',
}

/** Scans the code with the camera. Nothing is recorded, and only the code leaves the device. */
export function ScanButton({ onRead }: { onRead: (text: string) => void }) {
  const [open, setOpen] = useState(false)
  const [cameraError, setRefused] = useState<CameraError>()
  // Each of the two buttons takes the other one's place.
  const button = useLostFocus<HTMLButtonElement>(open)
  return (
    <div className="grid gap-3">
      {open ? (
        <Viewer
          button={button}
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
          ref={button}
          variant="quiet"
          onClick={() => {
            setRefused(undefined)
            setOpen(true)
          }}
        >
          Scan QR code
        </Button>
      )}
      <p role="alert" className="empty:hidden">
        {cameraError && <span className="message block">{CAMERA_ERRORS[cameraError]}</span>}
      </p>
    </div>
  )
}

interface ViewerProps extends ViewerCallbacks {
  button: Ref<HTMLButtonElement>
}

interface ViewerCallbacks {
  onRead: (text: string) => void
  onRefused: (why: CameraError) => void
  onCancel: () => void
}

function Viewer({ button, ...callbacks }: ViewerProps) {
  const [isForeign, setForeign] = useState(false)
  const video = useRef<HTMLVideoElement>(null)
  const latest = useRef<ViewerCallbacks>(callbacks)
  useEffect(() => void (latest.current = callbacks))
  // The camera is on while this component is mounted.
  useEffect(() => {
    if (!video.current) return undefined
    return scan(video.current, {
      onText: (text) => {
        // The link of a voucher ends in its code; any other one is foreign.
        const isVoucherCode = is(VoucherCodeSchema, text) && !plainVoucherCode(text).includes('://')
        if (isVoucherCode) latest.current.onRead(text)
        else setForeign(true)
        return isVoucherCode
      },
      onError: (why) => latest.current.onRefused(why),
    })
  }, [])
  return (
    <div className="grid gap-3">
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- a live picture without sound */}
      <video ref={video} muted playsInline aria-label="What the camera sees" />
      <p role="status" className="text-small text-soft">
        {isForeign
          ? 'That is not a voucher code. Please hold the voucher’s QR code up to the camera.'
          : 'If your browser asks to use the camera, please allow it. Then hold the voucher’s QR code up to the camera.'}
      </p>
      <Button ref={button} variant="quiet" onClick={callbacks.onCancel}>
        Turn off the camera
      </Button>
    </div>
  )
}
