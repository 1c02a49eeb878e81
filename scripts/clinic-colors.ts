import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { moveColors } from '#clinic/palette.ts'

const COLORS = resolve(import.meta.dirname, '../src/content/colors.ts')

/** Gives style sheets the clinic's colours, for Vite. It comes after Tailwind, which reads tokens.css and remembers it. */
export const clinicColors = () => ({
  name: 'clinic-colors',
  enforce: 'pre' as const,
  async transform(this: { addWatchFile(file: string): void }, css: string, id: string) {
    if (!/\.css(?:$|\?)/.test(id) || !css.includes('--sea:')) return undefined
    this.addWatchFile(COLORS)
    // Another address each time, or the development server would know the first colours only.
    const { colors } = await import(`${pathToFileURL(COLORS).href}?${Date.now()}`)
    return { code: moveColors(css, colors), map: null }
  },
})
