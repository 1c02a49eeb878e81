import { Zip, ZipDeflate } from 'fflate'

export interface TextFile {
  name: string
  chunks: () => AsyncGenerator<string> | Generator<string>
}

/** Streams a ZIP: one chunk of one file is in memory at a time. */
export async function* zipFiles(files: TextFile[]): AsyncGenerator<Uint8Array> {
  const made: Uint8Array[] = []
  const archive = new Zip((error, chunk) => {
    if (error) throw error
    made.push(chunk)
  })
  const encoder = new TextEncoder()
  for (const { name, chunks } of files) {
    const file = new ZipDeflate(name, { level: 6 })
    archive.add(file)
    for await (const text of chunks()) {
      file.push(encoder.encode(text))
      yield* made.splice(0)
    }
    file.push(new Uint8Array(), true)
    yield* made.splice(0)
  }
  archive.end()
  yield* made.splice(0)
}
