import { decodeQR } from 'qr/decode.js'

const canvas = document.createElement('canvas')

/** What the QR code in the picture says, where there is one that can be read. */
export function decodeFrame(video: HTMLVideoElement): string | undefined {
  const { videoWidth: width, videoHeight: height } = video
  if (width === 0) return undefined
  Object.assign(canvas, { width, height })
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) return undefined
  context.drawImage(video, 0, 0)
  const { data } = context.getImageData(0, 0, width, height)
  try {
    return decodeQR({ width, height, data })
  } catch {
    // There is none, or not all of it is in sight.
    return undefined
  }
}
