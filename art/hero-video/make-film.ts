import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import sharp from 'sharp'
import { HERO_RIVER, river } from '#art/illustrations/river.ts'

// Encodes the two films in src/components/film, which are committed. `npm run art` leaves them alone, because ffmpeg
// does not come from npm. After a change to the river:
//
//   apt-get install ffmpeg && npx node art/hero-video/make-film.ts
//
// They show twelve seconds of the river of the home page, squeezed to 1600 × 480: its lines run sideways, so the picture
// needs its height more than its width. The page stretches the film to the size of the still picture.

const FOLDER = join(import.meta.dirname, '../../src/components/film')

const FILM = { width: 1600, height: 480, perSecond: 24, frames: 288 }

// Writes white slightly above the format's white. Players clip it, so compression noise beside the lines stays
// invisible and the background blends into the page.
const BRIGHTEN = "format=yuv420p,lutyuv=y='min(16+(val-16)*1.05,250)'"

const ENCODERS = {
  'river.av1.mp4':
    '-c:v libaom-av1 -cpu-used 4 -crf 62 -b:v 0 -row-mt 1 -lag-in-frames 48 -aom-params tune=ssim',
  'river.h264.mp4': '-c:v libx264 -preset veryslow -tune animation -crf 36',
}

async function frame(number: number): Promise<Buffer> {
  const path = river({ ...HERO_RIVER, t: number / FILM.frames, fine: 0.1 })
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${FILM.width}" height="${FILM.height}" viewBox="0 0 ${HERO_RIVER.width} ${HERO_RIVER.height}" preserveAspectRatio="none"><path d="${path}"/></svg>`
  return sharp(Buffer.from(svg)).flatten({ background: '#fff' }).toColourspace('b-w').raw().toBuffer()
}

async function encode(frames: Buffer[], file: string, options: string): Promise<void> {
  const { width, height, perSecond } = FILM
  const input = `-f rawvideo -pix_fmt gray -s ${width}x${height} -r ${perSecond} -i - -an`.split(' ')
  const output = `${options} -g ${FILM.frames} -color_range tv -movflags +faststart`.split(' ')
  const ffmpeg = spawn('ffmpeg', ['-v', 'error', '-y', ...input, '-vf', BRIGHTEN, ...output, file], {
    stdio: ['pipe', 'inherit', 'inherit'],
  })
  for (const data of frames) if (!ffmpeg.stdin.write(data)) await once(ffmpeg.stdin, 'drain')
  ffmpeg.stdin.end()
  const [code] = await once(ffmpeg, 'close')
  if (code !== 0) throw new Error(`ffmpeg ended with ${code}`)
}

const frames: Buffer[] = []
for (let number = 0; number < FILM.frames; number++) frames.push(await frame(number))
for (const [file, options] of Object.entries(ENCODERS)) await encode(frames, join(FOLDER, file), options)
