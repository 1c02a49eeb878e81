import sharp from 'sharp'

/** Renders an SVG as a PNG of at most `colors` colours. The same SVG gives the same bytes. */
export const png = (svg: string, colors = 40): Promise<Buffer> =>
  sharp(Buffer.from(svg)).png({ palette: true, colors, dither: 0, effort: 7, compressionLevel: 9 }).toBuffer()
