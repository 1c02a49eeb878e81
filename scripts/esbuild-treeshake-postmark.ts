import type { Plugin } from 'esbuild'

/**
 * Postmark's client is CommonJS, so that a bundler cannot leave out what is not called: the account's client, and a
 * class for the filters of every listing. Sending needs none of it: half of the client, in each function that mails.
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
    // Of its description it reads the version.
    build.onLoad({ filter: /[\\/]node_modules[\\/]postmark[\\/]package\.json$/ }, async ({ path }) => {
      const { default: description } = await import(path, { with: { type: 'json' } })
      return { contents: JSON.stringify({ version: description.version }), loader: 'json' }
    })
  },
}
