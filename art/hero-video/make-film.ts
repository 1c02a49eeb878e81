import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import sharp from 'sharp'
import { HERO_RIVER } from '../illustrations/hero.ts'
import { river } from '../illustrations/river.ts'

// Makes the two films beside it; they are kept, since ffmpeg does not come from npm. After a change to the river:
//
//   apt-get install ffmpeg && npx node art/hero-video/make-film.ts
//
// Twelve seconds of the hero's river, in its own proportions pressed into 1600 × 480: its lines run sideways, so width
// can be spared and height cannot. The page stretches the film back to where the still picture lies.

const FILM = { width: 1600, height: 480, perSecond: 24, frames: 288 }

// White is written a little whiter than the format's white, which every player cuts off: so the coder's noise beside
// the lines never shows, and white blends into the paper without a trace.
const WHITER = "format=yuv420p,lutyuv=y='min(16+(val-16)*1.05,250)'"

const CODERS = {
  'river.av1.mp4':
    '-c:v libaom-av1 -cpu-used 4 -crf 62 -b:v 0 -row-mt 1 -lag-in-frames 48 -aom-params tune=ssim',
  'river.h264.mp4': '-c:v libx264 -preset veryslow -tune animation -crf 36',
}

async function frame(number: number): Promise<Buffer> {
  const path = river({ ...HERO_RIVER, t: number / FILM.frames, fine: 0.1 })
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${FILM.width}" height="${FILM.height}" viewBox="0 0 ${HERO_RIVER.width} ${HERO_RIVER.height}" preserveAspectRatio="none"><path d="${path}"/></svg>`
  return sharp(Buffer.from(svg)).flatten({ background: '#fff' }).toColourspace('b-w').raw().toBuffer()
}

async function encode(frames: Buffer[], file: string, coder: string): Promise<void> {
  const { width, height, perSecond } = FILM
  const input = `-f rawvideo -pix_fmt gray -s ${width}x${height} -r ${perSecond} -i - -an`.split(' ')
  const output = `${coder} -g ${FILM.frames} -color_range tv -movflags +faststart`.split(' ')
  const ffmpeg = spawn('ffmpeg', ['-v', 'error', '-y', ...input, '-vf', WHITER, ...output, file], {
    stdio: ['pipe', 'inherit', 'inherit'],
  })
  for (const data of frames) if (!ffmpeg.stdin.write(data)) await once(ffmpeg.stdin, 'drain')
  ffmpeg.stdin.end()
  const [code] = await once(ffmpeg, 'close')
  if (code !== 0) throw new Error(`ffmpeg ended with ${code}`)
}

const frames: Buffer[] = []
for (let number = 0; number < FILM.frames; number++) frames.push(await frame(number))
for (const [file, coder] of Object.entries(CODERS))
  await encode(frames, join(import.meta.dirname, file), coder)
