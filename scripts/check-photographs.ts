import { stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { AstroIntegration } from 'astro'
import sharp from 'sharp'
import { photographs } from '#content/photographs.ts'
import type { ContentPicture, Photographs } from '#content/schema.ts'

const FOLDER = 'src/content/photographs'
const FORMATS = new Set(['jpeg', 'png', 'webp', 'heif'])
const MEGAPIXELS_MAX = 20
const MEGABYTES_MAX = 10

/** Stops the build, with the name of the field, when a photograph of the content cannot be shown. Runs before Astro
 *  reads the files, because Astro's own errors do not name the field. */
export function checkPhotographs(): AstroIntegration {
  return {
    name: 'check-photographs',
    hooks: {
      'astro:config:setup': async () => {
        const problems = await findPhotographProblems(photographs, resolve(import.meta.dirname, '..', FOLDER))
        if (problems.length > 0) throw new Error(`src/content/photographs.ts:\n  ${problems.join('\n  ')}`)
      },
    },
  }
}

/** Returns a sentence for each photograph whose file is missing, too large, damaged or no picture. */
export async function findPhotographProblems(
  { portrait, rooms }: Photographs,
  folder: string,
): Promise<string[]> {
  const fields: [string, ContentPicture][] = [
    ...(portrait ? [['portrait.file', portrait] as [string, ContentPicture]] : []),
    ...rooms.map((room, at): [string, ContentPicture] => [`rooms.${at}.file`, room]),
  ]
  const problems = await Promise.all(
    fields.map(async ([field, { file }]) => {
      const problem = await findProblem(join(folder, file))
      return problem ? [`${field}: “${file}” ${problem}`] : []
    }),
  )
  return problems.flat()
}

async function findProblem(path: string): Promise<string | undefined> {
  const found = await stat(path).catch(() => undefined)
  if (!found?.isFile()) return `is not in ${FOLDER}`
  const megabytes = found.size / 1e6
  if (megabytes > MEGABYTES_MAX)
    return `has ${megabytes.toFixed(1)} MB, and at most ${MEGABYTES_MAX} are allowed`
  const picture = sharp(path)
  const header = await picture.metadata().catch(() => undefined)
  if (!header || !FORMATS.has(header.format)) return 'is not a JPEG, PNG, WebP or AVIF picture'
  const megapixels = (header.width * header.height) / 1e6
  if (megapixels > MEGAPIXELS_MAX)
    return `has ${megapixels.toFixed(1)} megapixels, and at most ${MEGAPIXELS_MAX} are allowed`
  // Decodes it, because a damaged file may have a sound header.
  const isWhole = await picture
    .resize(16)
    .toBuffer()
    .then(Boolean, () => false)
  return isWhole ? undefined : 'is damaged: open it and save it again'
}
