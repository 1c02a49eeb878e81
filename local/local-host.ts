const LOCAL = new Set(['localhost', '127.0.0.1', '[::1]'])

/**
 * Whether a request was addressed to this machine. A foreign page whose name was pointed at 127.0.0.1 could otherwise
 * read what is here (DNS rebinding).
 */
export function isLocalHost(host: string | undefined): boolean {
  return LOCAL.has(URL.parse(`http://${host}`)?.hostname ?? '')
}
