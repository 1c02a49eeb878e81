/** On one machine, over plain http, where some browsers know neither the prefix nor `Secure`. */
function isPlain(request: Request): boolean {
  const { protocol, hostname } = new URL(request.url)
  return protocol === 'http:' && (hostname === 'localhost' || hostname === '127.0.0.1')
}

/** `__Host-`: set by this very host, for all of it, over https. https://developer.mozilla.org/docs/Web/HTTP/Reference/Headers/Set-Cookie */
const nameAt = (request: Request, name: string) => (isPlain(request) ? name : `__Host-${name}`)

export function readCookie(request: Request, name: string): string | undefined {
  const start = `${nameAt(request, name)}=`
  const pairs = (request.headers.get('cookie') ?? '').split(';').map((pair) => pair.trim())
  return pairs.find((pair) => pair.startsWith(start))?.slice(start.length)
}

/** The `Set-Cookie` of a secret that scripts and other sites never see; 0 seconds take it away. */
export function secretCookie(request: Request, name: string, value: string, seconds: number): string {
  const secure = isPlain(request) ? '' : '; Secure'
  return `${nameAt(request, name)}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Strict${secure}`
}
