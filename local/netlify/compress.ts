import { glob, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'

const TEXTS = '**/*.{html,css,js,svg,json,xml,txt,webmanifest}'

const compress = promisify(brotliCompress)

/** About what Netlify's edge does on the fly; the highest level would take seconds. */
const LEVEL = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }

/** Puts a brotli copy beside each text of a site, which `servePages` prefers. For a copy of the site, not for what is deployed. */
export async function compressSite(folder: string): Promise<void> {
  const files = await Array.fromAsync(glob(TEXTS, { cwd: folder }))
  await Promise.all(files.map((name) => compressFile(join(folder, name))))
}

async function compressFile(file: string): Promise<void> {
  await writeFile(`${file}.br`, await compress(await readFile(file), LEVEL))
}
