import { contextFor } from '#local/netlify/context.ts'
import { matchRoute, routesOf } from '#local/netlify/function-routes.ts'
import { importFunctions, type BuiltFunction } from '#local/netlify/import-functions.ts'

export interface Functions {
  /** Returns undefined if no function has this path and method; as on Netlify, static files come next. */
  fetch(request: Request, address: string): Promise<Response | undefined>
  /** The names of the scheduled functions. */
  scheduled: string[]
  /** Runs a scheduled function now; `more` is added to the body that Netlify sends. */
  runScheduled(name: string, more?: Record<string, unknown>): Promise<Response>
  /** Resolves when all work passed to `waitUntil` is done, including work that it started. */
  settled(): Promise<void>
}

/** Runs functions as Netlify does: finds one by route and calls it with a context. */
export async function loadFunctions(dir: string): Promise<Functions> {
  const functions = await importFunctions(dir)
  const routes = routesOf(functions)
  const work = new PendingWork()
  const call = async (called: BuiltFunction, request: Request, given: { ip: string; params: Params }) => {
    const { context, finish } = contextFor(request, given, (promise) => work.add(called.name, promise))
    try {
      return finish((await called.handler(request, context)) ?? new Response(null, { status: 204 }))
    } catch (error) {
      console.error(`[${called.name}]`, error)
      return new Response('Internal Server Error', { status: 500 })
    }
  }
  return {
    async fetch(request, address) {
      const match = matchRoute(routes, request)
      return match && call(match.builtFunction, request, { ip: address, params: match.params })
    },
    scheduled: functions.filter(({ config }) => config.schedule !== undefined).map(({ name }) => name),
    async runScheduled(name, more) {
      const called = functions.find((each) => each.name === name && each.config.schedule !== undefined)
      if (!called) throw new Error(`There is no scheduled function called ${name}`)
      return call(called, scheduledRequest(name, more), { ip: '127.0.0.1', params: {} })
    },
    settled: () => work.settled(),
  }
}

type Params = Record<string, string>

function scheduledRequest(name: string, more: Record<string, unknown> = {}): Request {
  const nextRun = new Date(Date.now() + 5 * 60_000).toISOString()
  return new Request(`http://localhost/.netlify/functions/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ next_run: nextRun, ...more }),
  })
}

/** Implements `waitUntil`: tracks promises that continue after the response, and logs their rejections. */
class PendingWork {
  readonly #running = new Set<Promise<void>>()

  add(owner: string, promise: Promise<unknown>): void {
    const running = Promise.resolve(promise)
      .then(
        () => undefined,
        (error: unknown) => console.error(`[${owner}] waitUntil:`, error),
      )
      .finally(() => this.#running.delete(running))
    this.#running.add(running)
  }

  async settled(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running)
  }
}
