/** Local development over http, where some browsers accept neither the prefix nor `Secure`. */
export function isLocalHttp(request: Request): boolean {
  const { protocol, hostname } = new URL(request.url)
  return protocol === 'http:' && (hostname === 'localhost' || hostname === '127.0.0.1')
}

/** `__Host-`: set by this host, for all its paths, over https. https://developer.mozilla.org/docs/Web/HTTP/Reference/Headers/Set-Cookie */
const cookieName = (request: Request, name: string) => (isLocalHttp(request) ? name : `__Host-${name}`)

export function readCookie(request: Request, name: string): string | undefined {
  const start = `${cookieName(request, name)}=`
  const pairs = (request.headers.get('cookie') ?? '').split(';').map((pair) => pair.trim())
  return pairs.find((pair) => pair.startsWith(start))?.slice(start.length)
}

/** Returns the `Set-Cookie` of a secret that no script and no other site can read; 0 seconds delete it. */
export function secretCookie(request: Request, name: string, value: string, seconds: number): string {
  const secure = isLocalHttp(request) ? '' : '; Secure'
  return `${cookieName(request, name)}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Strict${secure}`
}
