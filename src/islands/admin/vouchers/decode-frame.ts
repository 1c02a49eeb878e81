import { decodeQR } from 'qr/decode.js'

const canvas = document.createElement('canvas')

/** Returns the text of a QR code in the video's current frame, if it has one. */
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
    // No complete QR code in the frame.
    return undefined
  }
}
