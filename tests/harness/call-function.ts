import { randomUUID } from 'node:crypto'
import type { Context } from '@netlify/functions'
import { systemClock } from '#server/clients/services.ts'

// No test waits for an Undo.
systemClock.wait = async () => {}

/** Calls a function as Netlify does, and waits for its background work. */
export async function callFunction(
  handler: (request: Request, context: Context) => Promise<Response>,
  request: {
    path: string
    method?: string
    body?: unknown
    headers?: Record<string, string>
    address?: string
    params?: Record<string, string>
    /** Netlify's deploy context. */
    deploy?: string
  },
): Promise<Response> {
  const after: Promise<unknown>[] = []
  const context = {
    ip: request.address ?? `192.0.2.${Math.ceil(Math.random() * 250)}`,
    requestId: randomUUID(),
    params: request.params ?? {},
    deploy: { context: request.deploy ?? 'production' },
    server: { region: 'eu-west-2' },
    waitUntil: (work: Promise<unknown>) => void after.push(work),
  } as unknown as Context
  const { path, method = 'POST', body, headers = { 'content-type': 'application/json' } } = request
  const raw = typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body)
  const init = { method, headers, ...(!['GET', 'HEAD'].includes(method) && { body: raw as BodyInit }) }
  const response = await handler(new Request(`http://localhost:4321${path}`, init), context)
  await Promise.all(after)
  return response
}
