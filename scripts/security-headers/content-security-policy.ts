/** A content security policy: directive → allowed sources. */
export type Policy = Record<string, string[]>

/** Browser feature → allowlist of the Permissions-Policy header. */
export type Permissions = Record<string, string>

/** Permissions of a group of pages beyond those of every page. */
export interface Grant {
  pages: RegExp
  why: string
  sources?: Policy
  permissions?: Permissions
  opener?: string
  /** Is left out of the rule for all paths. */
  isOnlyThere?: boolean
}

const OWN_FILES_ONLY: Policy = {
  'default-src': ["'none'"],
  'script-src': ["'self'"],
  'style-src': ["'self'"],
  'img-src': ["'self'"],
  'font-src': ["'self'"],
  'media-src': ["'self'"],
  'connect-src': ["'self'"],
  'manifest-src': ["'self'"],
  'form-action': ["'self'"],
  'base-uri': ["'none'"],
  'frame-ancestors': ["'none'"],
}

const NO_FEATURES: Permissions = Object.fromEntries(
  [
    'accelerometer',
    'camera',
    'display-capture',
    'geolocation',
    'gyroscope',
    'hid',
    'magnetometer',
    'microphone',
    'midi',
    'payment',
    'serial',
    'usb',
    'xr-spatial-tracking',
  ].map((feature) => [feature, '()']),
)

/** Returns the headers for pages with these grants and these hashes of inline scripts and styles. */
export function headersFor(grants: Grant[], hashes: Policy): Record<string, string> {
  const policy = mergePolicies([OWN_FILES_ONLY, ...grants.map(({ sources = {} }) => sources), hashes])
  const permissions: Permissions = Object.assign(
    {},
    NO_FEATURES,
    ...grants.map(({ permissions }) => permissions),
  )
  return {
    'Content-Security-Policy': joinEntries(
      policy,
      ([directive, sources]) => `${directive} ${sources.join(' ')}`,
      '; ',
    ),
    'Permissions-Policy': joinEntries(permissions, ([feature, who]) => `${feature}=${who}`, ', '),
    'Cross-Origin-Opener-Policy': grants.find(({ opener }) => opener)?.opener ?? 'same-origin',
  }
}

export function mergePolicies(policies: Policy[]): Policy {
  const merged: Policy = {}
  for (const [directive, sources] of policies.flatMap((policy) => Object.entries(policy))) {
    merged[directive] = [...new Set([...(merged[directive] ?? []), ...sources])]
  }
  return merged
}

function joinEntries<T>(
  record: Record<string, T>,
  line: (entry: [string, T]) => string,
  between: string,
): string {
  return Object.entries(record).map(line).join(between)
}
