import type { Fault, MailControl } from './faults.ts'

/** The same faults for a test that runs in another process: `POST /__local/mail/fail`, `/refuse` and `/heal`. */
export async function controlPage(request: Request, control: MailControl): Promise<Response> {
  // A page of another site can post a form, but not JSON.
  if (request.headers.get('content-type') !== 'application/json') return new Response(null, { status: 415 })
  const { pathname } = new URL(request.url)
  if (pathname === '/__local/mail/fail') control.fail(await readFault(request))
  else if (pathname === '/__local/mail/refuse') await refuse(request, control)
  else if (pathname === '/__local/mail/heal') control.heal()
  else return new Response(null, { status: 404 })
  return new Response(null, { status: 204 })
}

async function readFault(request: Request): Promise<Fault> {
  return await request.json()
}

async function refuse(request: Request, control: MailControl): Promise<void> {
  const asked: { address: string; code?: number } = await request.json()
  control.refuse(asked.address, asked.code)
}
