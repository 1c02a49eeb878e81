import { jpegMetadata, PICTURE_MAX } from '#contract/products/pictures.ts'

// Longest side in pixels. The first is the widest a picture is shown on any screen; the others are for large files.
const MAX_SIDES_PX = [1600, 1200, 900, 600]
const QUALITIES = [0.85, 0.7, 0.55]

/**
 * Scales and compresses a picture to WebP, or to JPEG if the browser cannot encode WebP. Resolves to undefined if the
 * browser cannot read it. Redrawing also removes camera metadata, such as the location.
 */
export async function scalePicture(file: Blob): Promise<Blob | undefined> {
  const picture = await createImageBitmap(file).catch(() => undefined)
  if (!picture) return undefined
  try {
    return await encodeUnderLimit(picture)
  } finally {
    picture.close()
  }
}

async function encodeUnderLimit(picture: ImageBitmap): Promise<Blob | undefined> {
  for (const side of MAX_SIDES_PX) {
    const canvas = draw(picture, side)
    for (const quality of QUALITIES) {
      const scaled = await encode(canvas, quality)
      if (scaled && scaled.size <= PICTURE_MAX) return scaled
    }
  }
  return undefined
}

function draw(picture: ImageBitmap, side: number): HTMLCanvasElement {
  const factor = Math.min(1, side / Math.max(picture.width, picture.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(picture.width * factor))
  canvas.height = Math.max(1, Math.round(picture.height * factor))
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height)
  return canvas
}

/** Encodes as WebP or JPEG. `toBlob` falls back to PNG for a type that it does not support. */
async function encode(canvas: HTMLCanvasElement, quality: number): Promise<Blob | null> {
  const webp = await toBlob(canvas, 'image/webp', quality)
  if (webp?.type === 'image/webp') return webp
  const jpeg = await toBlob(onWhite(canvas), 'image/jpeg', quality)
  return jpeg && withoutMetadata(jpeg)
}

/** Removes the metadata that Safari writes into each JPEG, such as its size. The server refuses all metadata. */
export async function withoutMetadata(jpeg: Blob): Promise<Blob> {
  const view = new DataView(await jpeg.arrayBuffer())
  const kept = [jpeg.slice(0, 2)]
  let at = 2
  // Up to the first scan, after which there are no segments of this kind.
  while (view.getUint8(at + 1) !== 0xda) {
    const end = at + 2 + view.getUint16(at + 2)
    if (!jpegMetadata.includes(view.getUint8(at + 1))) kept.push(jpeg.slice(at, end))
    at = end
  }
  return new Blob([...kept, jpeg.slice(at)], { type: jpeg.type })
}

/** Fills the background with white, because JPEG turns transparency black. */
function onWhite(canvas: HTMLCanvasElement): HTMLCanvasElement {
  const context = canvas.getContext('2d')
  if (context) {
    context.globalCompositeOperation = 'destination-over'
    context.fillStyle = 'white'
    context.fillRect(0, 0, canvas.width, canvas.height)
  }
  return canvas
}

const toBlob = (canvas: HTMLCanvasElement, type: string, quality: number) =>
  new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, quality))
