export interface SvgFile {
  width: number
  height: number
  /** Elements between <svg> and </svg>. */
  content: string
  /** Let the picture take any proportions: only for lines that run from side to side. */
  stretch?: boolean
}

/** An SVG file. Its colour does not matter where it is used as a mask. */
export const svgFile = ({ width, height, content, stretch = false }: SvgFile) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}"${stretch ? ' preserveAspectRatio="none"' : ''}>${content}</svg>\n`
