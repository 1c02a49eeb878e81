import { ADMIN_PASSWORD, type SignedIn } from '#tests/harness/admin-session.ts'
import { callFunction } from '#tests/harness/call-function.ts'
import { everyEndpoint } from '#tests/harness/every-endpoint.ts'
import { functions } from '#tests/harness/every-function.ts'

type Name = keyof typeof functions
type Headers = SignedIn['headers']

interface Answer {
  status: number
  code?: string
  message?: string
  fields?: Record<string, string>
  due?: string
  options?: { challenge: string }
  challenge?: string
  recoveryCodes?: string[]
  passkeys?: { id: string; name: string; isSynced: boolean }[]
  recoveryCodesLeft?: number
  worksFrom?: string | null
  recovery?: { name: string } | null
  [more: string]: unknown
}

/** A browser, which keeps its cookies. */
export class PortalBrowser {
  #cookies = new Map<string, string>()
  token = ''

  keep(response: Response): void {
    for (const line of response.headers.getSetCookie()) {
      const [name = '', value = ''] = line.split(';')[0]!.split(/=(.*)/s)
      this.#cookies.set(name, value)
    }
  }

  get headers(): Headers {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    return { 'content-type': 'application/json', cookie, authorization: `Bearer ${this.token}` }
  }

  copy(): PortalBrowser {
    const other = new PortalBrowser()
    other.#cookies = new Map(this.#cookies)
    other.token = this.token
    return other
  }

  async ask(name: Name, body?: unknown, more: { params?: Record<string, string>; address?: string } = {}) {
    const { method } = everyEndpoint.find(([listed]) => listed === name)![1]
    const response = await callFunction(functions[name], {
      path: '/api/admin',
      method,
      headers: this.headers,
      body,
      ...more,
    })
    this.keep(response)
    const answer = { status: response.status, ...((await response.json()) as object) } as Answer
    if (typeof answer['token'] === 'string') this.token = answer['token']
    return answer
  }

  async signIn(email: string, password = ADMIN_PASSWORD): Promise<Answer> {
    return await this.ask('login', { email, password })
  }
}
