import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'

const TEXT = /\.(html|css|m?js|svg|json|xml|txt|webmanifest)$/
const BEST = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }

const compress = promisify(brotliCompress)
const known = new Map<string, Promise<number>>()

/** Returns the transfer size of a file: text compressed, everything else as it is. */
export function weightOf(file: string): Promise<number> {
  const weight = known.get(file) ?? weigh(file)
  known.set(file, weight)
  return weight
}

async function weigh(file: string): Promise<number> {
  const content = await readFile(file)
  return TEXT.test(file) ? weightOfText(content) : content.length
}

export async function weightOfText(text: string | Uint8Array): Promise<number> {
  return (await compress(text, BEST)).length
}

/** Returns the sizes of all built fonts, used or not. */
export async function fontWeight(site: string): Promise<number> {
  const fonts = await Array.fromAsync(glob('**/*.woff2', { cwd: site }))
  const weights = await Promise.all(fonts.map((name) => weightOf(join(site, name))))
  return weights.reduce((sum, weight) => sum + weight, 0)
}
