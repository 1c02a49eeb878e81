import { glob, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const TEXTS = '**/*.{html,css,js,svg,json,xml,txt,webmanifest}'

/** About the level of Netlify's edge; the highest levels would take seconds. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }
const GZIP = { level: 6 }

/** By the file extension of the copy, the smaller first. */
export const ENCODINGS = { br: 'br', gz: 'gzip' } as const

/**
 * Writes a Brotli and a gzip copy beside each text file, which `servePages` prefers. For a copy of the site, not for the
 * output that is deployed.
 */
export async function compressSite(folder: string): Promise<void> {
  const files = await Array.fromAsync(glob(TEXTS, { cwd: folder }))
  await Promise.all(files.map((name) => compressFile(join(folder, name))))
}

async function compressFile(file: string): Promise<void> {
  const text = await readFile(file)
  await Promise.all([
    writeFile(`${file}.br`, await promisify(brotliCompress)(text, BROTLI)),
    writeFile(`${file}.gz`, await promisify(gzip)(text, GZIP)),
  ])
}
