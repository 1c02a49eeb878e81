import { PendingWork } from './pending-work.ts'
import { contextFor } from './context.ts'
import { importFunctions, type BuiltFunction } from './import-functions.ts'
import { findRoute, routesOf } from './routes.ts'

export interface Functions {
  /** Undefined where no function has this path and method: as on Netlify, the request goes on to the static files. */
  fetch(request: Request, address: string): Promise<Response | undefined>
  /** Runs it now; `more` joins what Netlify tells a scheduled function. */
  runScheduled(name: string, more?: Record<string, unknown>): Promise<Response>
  /** Resolves when everything handed to `waitUntil` so far, and by that in turn, is done. */
  settled(): Promise<void>
}

/** What Netlify does around built functions: finds the one that is meant and calls it with a context. */
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
      const found = findRoute(routes, request)
      return found && call(found.called, request, { ip: address, params: found.params })
    },
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
