import { writeFileSync } from 'node:fs'
import { encodeQR } from 'qr'
import { findChromium } from '#local/browsers.mjs'
import config from '#playwright.config.ts'

const [WIDTH, HEIGHT, SCALE] = [640, 480, 8]
const [WHITE, BLACK, GREY] = [235, 16, 128]
const FRAMES = 10

/** Creates a still video of a QR code for Chromium's fake camera. https://wiki.multimedia.cx/index.php/YUV4MPEG2 */
export function filmCode(path: string, code: string): void {
  const modules = encodeQR(code, 'raw', { ecc: 'quartile', border: 4 })
  const size = modules.length
  const [left, top] = [WIDTH, HEIGHT].map((side) => Math.floor((side - size * SCALE) / 2)) as [number, number]
  const light = Buffer.alloc(WIDTH * HEIGHT, WHITE)
  for (const [row, dots] of modules.entries()) {
    for (const [column, dark] of dots.entries()) {
      if (!dark) continue
      for (let line = 0; line < SCALE; line++) {
        const start = (top + row * SCALE + line) * WIDTH + left + column * SCALE
        light.fill(BLACK, start, start + SCALE)
      }
    }
  }
  const frame = Buffer.concat([Buffer.from('FRAME\n'), light, Buffer.alloc((WIDTH * HEIGHT) / 2, GREY)])
  const head = Buffer.from(`YUV4MPEG2 W${WIDTH} H${HEIGHT} F10:1 Ip A1:1 C420jpeg\n`)
  writeFileSync(path, Buffer.concat([head, ...Array.from({ length: FRAMES }, () => frame)]))
}

/** Launch options for Chromium's fake camera. Headless shell has none. */
export function cameraShowing(film: string) {
  const launch = config.use?.launchOptions
  const executablePath = findChromium()
  const pretence = ['--use-fake-device-for-media-stream', `--use-file-for-fake-video-capture=${film}`]
  return {
    ...launch,
    ...(executablePath && { executablePath }),
    args: [...(launch?.args ?? []), ...pretence],
  }
}
