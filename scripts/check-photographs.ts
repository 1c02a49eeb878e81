import { open, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { AstroIntegration } from 'astro'
import sharp from 'sharp'
import { therapies } from '#clinic/current-therapies.ts'
import type { ContentPicture, Photographs } from '#clinic/schema.ts'
import { photographs } from '#content/photographs.ts'

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
        const folder = resolve(import.meta.dirname, '..', FOLDER)
        const ids = therapies.map(({ id }) => id)
        const problems = await findPhotographProblems(photographs, folder, ids)
        if (problems.length > 0) throw new Error(`src/content/photographs.ts:\n  ${problems.join('\n  ')}`)
      },
    },
  }
}

const fields = (part: string, pictures: Record<string, ContentPicture>) =>
  Object.fromEntries(Object.entries(pictures).map(([id, picture]) => [`${part}.${id}`, picture]))

/** Returns a sentence for each photograph whose file is missing, too large, damaged or no picture, and for each that is
 *  of no therapy. */
export async function findPhotographProblems(
  { hero, therapies: byTherapy, portraits, entrance, rooms }: Photographs,
  folder: string,
  therapyIds: string[],
): Promise<string[]> {
  const unknown = Object.keys(byTherapy).filter((id) => !therapyIds.includes(id))
  const pictures = {
    hero,
    ...fields('therapies', byTherapy),
    ...fields('portraits', portraits),
    entrance,
    ...Object.fromEntries(rooms.map((room, at) => [`rooms.${at}`, room])),
  }
  const files = [
    ...Object.entries(pictures).flatMap(([field, picture]) =>
      picture ? [{ field: `${field}.file`, file: picture.file, find: findPictureProblem }] : [],
    ),
    ...(hero?.film === undefined ? [] : [{ field: 'hero.film', file: hero.film, find: findFilmProblem }]),
  ]
  const problems = await Promise.all(
    files.map(async ({ field, file, find }) => {
      const path = join(folder, file)
      const problem = (await findFileProblem(path)) ?? (await find(path))
      return problem ? [`${field}: “${file}” ${problem}`] : []
    }),
  )
  return [...unknown.map((id) => `therapies.${id}: there is no therapy with this id`), ...problems.flat()]
}

async function findFileProblem(path: string): Promise<string | undefined> {
  const found = await stat(path).catch(() => undefined)
  if (!found?.isFile()) return `is not in ${FOLDER}`
  const megabytes = found.size / 1e6
  if (megabytes > MEGABYTES_MAX)
    return `has ${megabytes.toFixed(1)} MB, and at most ${MEGABYTES_MAX} are allowed`
  return undefined
}

async function findPictureProblem(path: string): Promise<string | undefined> {
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

/** Only looks at the header: nothing here can decode a film. */
async function findFilmProblem(path: string): Promise<string | undefined> {
  const file = await open(path)
  try {
    const { buffer } = await file.read(Buffer.alloc(8), 0, 8, 0)
    return buffer.toString('latin1', 4) === 'ftyp' ? undefined : 'is not an MP4 film'
  } finally {
    await file.close()
  }
}
