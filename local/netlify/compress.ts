import { glob, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const TEXTS = '**/*.{html,css,js,svg,json,xml,txt,webmanifest}'

/** About what Netlify's edge does on the fly; the highest levels would take seconds. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }
const GZIP = { level: 6 }

/** By the ending of the copy; the better one is first. */
export const ENCODINGS = { br: 'br', gz: 'gzip' } as const

/**
 * Writes a Brotli and a gzip copy beside each text of a site; `servePages` prefers them. For a copy of the site, not for
 * what is deployed.
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
