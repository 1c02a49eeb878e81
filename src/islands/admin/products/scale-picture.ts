import { PICTURE_MAX } from '#contract/pictures'

// A product's picture is at most so many pixels wide on any screen; what does not fit is made smaller.
const MAX_SIDES_PX = [1600, 1200, 900, 600]
const QUALITIES = [0.85, 0.7, 0.55]

/**
 * A picture as small as we keep it: WebP, or JPEG where a browser cannot write that. Undefined: the browser cannot read
 * it. Drawn anew, it has also lost what a camera writes into its pictures, such as where it was.
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

/** A browser that cannot write the type that was asked for writes PNG. */
async function encode(canvas: HTMLCanvasElement, quality: number): Promise<Blob | null> {
  const webp = await toBlob(canvas, 'image/webp', quality)
  return webp?.type === 'image/webp' ? webp : toBlob(onWhite(canvas), 'image/jpeg', quality)
}

/** JPEG has no transparency, and would make it black. */
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
