import { join } from 'node:path'
import { parseAllHeaders } from '@netlify/headers-parser'
import { parseAllRedirects } from '@netlify/redirect-parser'
import { toRedirect, type Redirect } from '#local/netlify/redirects.ts'

export interface SiteRules {
  headersFor(path: string): Record<string, string>
  redirects: Redirect[]
}

/** Reads headers and redirects from netlify.toml, `_headers` and `_redirects` with Netlify's own parsers. */
export async function readSiteRules(root: string, folder: string): Promise<SiteRules> {
  const netlifyConfigPath = join(root, 'netlify.toml')
  const { headers, errors: headerErrors } = await parseAllHeaders({
    netlifyConfigPath,
    headersFiles: [join(folder, '_headers')],
    configHeaders: [],
    minimal: false,
  })
  const { redirects, errors: redirectErrors } = await parseAllRedirects({
    netlifyConfigPath,
    redirectsFiles: [join(folder, '_redirects')],
    configRedirects: [],
    minimal: false,
  })
  const errors: Error[] = [...headerErrors, ...redirectErrors]
  if (errors.length > 0) throw new Error(errors.map(({ message }) => message).join('\n'))
  return {
    // Later rules override earlier ones.
    headersFor: (path) =>
      Object.assign(
        {},
        ...headers
          .filter((rule) => 'forRegExp' in rule && rule.forRegExp.test(path))
          .map(({ values }) => values),
      ),
    redirects: redirects.map(toRedirect),
  }
}
