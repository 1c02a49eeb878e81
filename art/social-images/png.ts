import sharp from 'sharp'

/** An SVG as PNG, with as many colors as flat ink and soft edges need. The same SVG gives the same bytes. */
export const png = (svg: string, colors = 40): Promise<Buffer> =>
  sharp(Buffer.from(svg)).png({ palette: true, colors, dither: 0, effort: 7, compressionLevel: 9 }).toBuffer()

export const pngAnswer = (file: Buffer) =>
  new Response(new Uint8Array(file), { headers: { 'content-type': 'image/png' } })
