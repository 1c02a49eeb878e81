import { color } from '#clinic/palette.ts'
import { LOGO } from '#content/logo.ts'

const { lines, point, size } = LOGO

const dot = (r: number) =>
  `<circle fill="${color('point')}" cx="${point.x}" cy="${point.y}" r="${r}" stroke="none"/>`

const svg = (content: string, side = '') =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}"${side}>${content}</svg>\n`

const sized = (side: number) => ` width="${side}" height="${side}"`

/** The icon of a browser tab, which follows the colour scheme. */
export function tabIcon(): string {
  const style = `<style>path{stroke:${color('ink')}}@media(prefers-color-scheme:dark){path{stroke:${color('ink', 'dark')}}}</style>`
  return svg(`${style}<path fill="none" stroke-width="2.2" d="${lines}"/>${dot(point.r)}`)
}

/** The tab icon for browsers without SVG icons, in a tone that contrasts with light and dark. */
export const plainTabIcon = (side: number) =>
  svg(`<path fill="none" stroke="${color('edge')}" stroke-width="2.4" d="${lines}"/>${dot(4)}`, sized(side))

/** The home screen icon. Systems crop it to various shapes, so the lines reach the edges and the point is in the
 *  safe zone, the middle four fifths (https://www.w3.org/TR/appmanifest/#icon-masks). */
export const homeScreenIcon = (side: number) =>
  svg(
    `<rect width="${size}" height="${size}" fill="${color('paper')}"/><path fill="none" stroke="${color('ink')}" stroke-width="1.5" d="${lines}"/>${dot(3.2)}`,
    sized(side),
  )

/** Wraps one square PNG into an .ico, because browsers request /favicon.ico even if a page names another icon:
 *  https://learn.microsoft.com/windows/win32/menurc/icon-directory */
export function ico(png: Buffer, side: number): Buffer {
  const head = Buffer.alloc(22)
  head.writeUInt16LE(1, 2) // an icon, not a cursor
  head.writeUInt16LE(1, 4) // pictures in the file
  head.writeUInt8(side, 6)
  head.writeUInt8(side, 7)
  head.writeUInt16LE(1, 10) // planes
  head.writeUInt16LE(32, 12) // bits in a pixel
  head.writeUInt32LE(png.length, 14)
  head.writeUInt32LE(head.length, 18)
  return Buffer.concat([head, png])
}
