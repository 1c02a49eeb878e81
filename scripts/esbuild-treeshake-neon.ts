import { readFile } from 'node:fs/promises'
import type { Plugin } from 'esbuild'

/**
 * Neon's driver comes as one bundle that sets everything up on import, all of pg for its WebSockets with it. Our calls go
 * over HTTP. Told which of the bundle's own calls have no effect, our bundler leaves out what nobody uses: 67 of 146 KB,
 * and a fifth of the time that a function takes to start.
 */
export const treeshakeNeon: Plugin = {
  name: 'treeshake-neon',
  setup(build) {
    build.onLoad({ filter: /[\\/]@neondatabase[\\/]serverless[\\/]index\.mjs$/ }, async ({ path }) => ({
      contents: markPureCalls(await readFile(path, 'utf8')),
      loader: 'js',
    }))
  },
}

const PURE = '/* @__PURE__ */'

/** What the bundler that made it writes for naming a function, a module of either kind, and the import of one. */
const HELPERS = {
  name: /(\w+)=\(\w,\w\)=>\w+\(\w,"name",/,
  module: /(\w+)=\(\w,\w,\w\)=>\(\)=>\{if\(/,
  commonModule: /(\w+)=\(\w,\w\)=>\(\)=>\{try\{return/,
  import: /(\w+)=\(\w,\w,\w\)=>\(\w=\w!=null\?/,
}
/** Where the driver reads rows, it imports the types alone; what it exports as `types` is reached through all of pg. */
const TYPES = /=(\w+)\(\);function \w+\(\w\)\{this\._types=/

function markPureCalls(driver: string): string {
  const code = driver.replaceAll('\n', '')
  const find = (shape: RegExp) => {
    const name = shape.exec(code)?.[1]
    if (name === undefined) throw new Error(`The Neon driver is bundled in another way now: no ${shape}`)
    return name
  }
  const helpers = Object.values(HELPERS).map(find)
  return driver
    .replace(new RegExp(`(?<![\\w$.])(${helpers.join('|')})\\((\\w+\\(\\))?`, 'g'), (_, helper, imported) =>
      imported ? `${PURE}${helper}(${PURE}${imported}` : `${PURE}${helper}(`,
    )
    .replace(/(class \w+ extends )(\w+\.\w+)\{/g, `$1${PURE}(()=>$2)(){`)
    .replace(/(var export_types=)\w+\.types/, `$1${PURE}${find(TYPES)}()`)
    .replace(/(var export_\w+=)(\w+\.\w+)/g, `$1${PURE}(()=>$2)()`)
}
