import { loadPart } from '#ui/load-part.ts'

/** Why the camera cannot be used. */
export type CameraError = 'denied' | 'none' | 'busy' | 'broken'

interface ScanCallbacks {
  /** Called with the text of each QR code. Returns true to stop scanning. */
  onText: (text: string) => boolean
  onError: (why: CameraError) => void
}

const SCAN_INTERVAL_MS = 150

/** Shows the camera's picture and scans it for QR codes. Returns a function that stops and turns the camera off. */
export function scan(video: HTMLVideoElement, callbacks: ScanCallbacks): () => void {
  let stream: MediaStream | undefined
  const stopping = new AbortController()
  const { signal } = stopping
  const stop = () => {
    stopping.abort()
    stream?.getTracks().forEach((track) => track.stop())
    video.srcObject = null
  }

  async function run() {
    const detecting = createDetector()
    stream = await openCamera()
    if (signal.aborted) return stop()
    video.srcObject = stream
    await video.play()
    const detect = await detecting
    while (!signal.aborted) {
      const text = video.readyState >= video.HAVE_CURRENT_DATA ? await detect(video) : undefined
      if (signal.aborted) return
      if (text && callbacks.onText(text)) return stop()
      await new Promise((resolve) => setTimeout(resolve, SCAN_INTERVAL_MS))
    }
  }

  run().catch((error: unknown) => {
    if (signal.aborted) return
    stop()
    callbacks.onError(toCameraError(error))
  })
  return stop
}

async function openCamera(): Promise<MediaStream> {
  // Undefined in an insecure context.
  const devices = navigator.mediaDevices as MediaDevices | undefined
  if (!devices) throw new DOMException('', 'NotFoundError')
  return await devices.getUserMedia({
    video: { facingMode: 'environment', width: { ideal: 1280 }, height: { ideal: 720 } },
  })
}

/** https://developer.mozilla.org/en-US/docs/Web/API/MediaDevices/getUserMedia#exceptions */
function toCameraError(error: unknown): CameraError {
  switch (error instanceof DOMException ? error.name : '') {
    case 'NotAllowedError':
    case 'SecurityError':
      return 'denied'
    case 'NotFoundError':
    case 'OverconstrainedError':
      return 'none'
    case 'NotReadableError':
    case 'AbortError':
      return 'busy'
    default:
      return 'broken'
  }
}

type Detect = (video: HTMLVideoElement) => Promise<string | undefined>

/** Not in TypeScript's DOM types yet: https://developer.mozilla.org/en-US/docs/Web/API/Barcode_Detection_API */
interface BarcodeDetector {
  detect(source: HTMLVideoElement): Promise<{ rawValue: string }[]>
}
interface BarcodeDetectors {
  new (options: { formats: string[] }): BarcodeDetector
  getSupportedFormats(): Promise<string[]>
}

/** Uses the browser's detector, or loads a JavaScript one. */
async function createDetector(): Promise<Detect> {
  const Native = (globalThis as { BarcodeDetector?: BarcodeDetectors }).BarcodeDetector
  if (Native && (await Native.getSupportedFormats()).includes('qr_code')) {
    const detector = new Native({ formats: ['qr_code'] })
    return async (video) => (await detector.detect(video))[0]?.rawValue
  }
  const { decodeFrame } = await loadPart(() => import('#islands/admin/vouchers/decode-frame.ts'))
  return async (video) => decodeFrame(video)
}
