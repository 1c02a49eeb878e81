import { parseAllHeaders } from '@netlify/headers-parser'
import { parseAllRedirects } from '@netlify/redirect-parser'
import { join } from 'node:path'
import { toRedirect, type Redirect } from './redirects.ts'

export interface SiteRules {
  headersFor(path: string): Record<string, string>
  redirects: Redirect[]
}

/** Headers and redirects as Netlify's own parsers read them from netlify.toml, `_headers` and `_redirects`. */
export async function readSiteRules(root: string, folder: string): Promise<SiteRules> {
  const netlifyConfigPath = join(root, 'netlify.toml')
  const { headers, errors: wrongHeaders } = await parseAllHeaders({
    netlifyConfigPath,
    headersFiles: [join(folder, '_headers')],
    configHeaders: [],
    minimal: false,
  })
  const { redirects, errors: wrongRedirects } = await parseAllRedirects({
    netlifyConfigPath,
    redirectsFiles: [join(folder, '_redirects')],
    configRedirects: [],
    minimal: false,
  })
  const errors: Error[] = [...wrongHeaders, ...wrongRedirects]
  if (errors.length > 0) throw new Error(errors.map(({ message }) => message).join('\n'))
  return {
    // A later rule replaces the headers of an earlier one.
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
