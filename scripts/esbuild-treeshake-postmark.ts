import type { Plugin } from 'esbuild'

/**
 * Postmark's client is CommonJS, so esbuild cannot drop what sending does not need: the account client, and a
 * class for the filters of every listing, half of the client.
 */
const REPLACEMENTS: Record<string, string> = {
  'dist/client/AccountClient.js': 'module.exports = {}',
  'dist/client/models/index.js': `module.exports = {
    ...require('./client/ClientOptions'),
    ...require('./client/HttpClient'),
    ...require('./message/SupportingTypes'),
  }`,
}

export const treeshakePostmark: Plugin = {
  name: 'treeshake-postmark',
  setup(build) {
    build.onLoad({ filter: /[\\/]node_modules[\\/]postmark[\\/]dist[\\/]/ }, ({ path }) => {
      const contents = REPLACEMENTS[path.replaceAll('\\', '/').replace(/^.*\/postmark\//, '')]
      return contents === undefined ? undefined : { contents, loader: 'js' }
    })
    // The client reads its version from package.json.
    build.onLoad({ filter: /[\\/]node_modules[\\/]postmark[\\/]package\.json$/ }, async ({ path }) => {
      const { default: description } = await import(path, { with: { type: 'json' } })
      return { contents: JSON.stringify({ version: description.version }), loader: 'json' }
    })
  },
}
