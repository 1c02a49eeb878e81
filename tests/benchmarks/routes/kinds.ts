export const KINDS = ['document', 'css', 'fonts', 'pictures', 'film', 'script', 'else'] as const
export type Kind = (typeof KINDS)[number]

const ENDINGS: [Kind, RegExp][] = [
  ['document', /\.html$/],
  ['css', /\.css$/],
  ['fonts', /\.(woff2?|ttf|otf)$/],
  ['pictures', /\.(svg|png|jpe?g|webp|avif|gif|ico)$/],
  ['film', /\.(mp4|webm|mov)$/],
  ['script', /\.m?js$/],
]

/** By its ending, not by who asked: a script that is only preloaded is a script, too. */
export function kindOf(file: string): Kind {
  return ENDINGS.find(([, ending]) => ending.test(file))?.[0] ?? 'else'
}
