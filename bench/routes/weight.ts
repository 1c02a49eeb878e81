import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'

const TEXT = /\.(html|css|m?js|svg|json|xml|txt|webmanifest)$/
const BEST = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }

const compress = promisify(brotliCompress)
const known = new Map<string, Promise<number>>()

/** What a file costs to fetch: texts are sent compressed, everything else is compressed already. */
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
