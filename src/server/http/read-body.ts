import { getDotPath, safeParse, type BaseIssue } from 'valibot'
import { BODY_MAX, type Body, type Endpoint, type RawBody } from '#contract/base/endpoint.ts'
import { DomainError } from '#server/domain-error.ts'

function parseJson(request: Request, text: string): unknown {
  if (!/^application\/json(;|$)/i.test(request.headers.get('content-type') ?? '')) {
    throw new DomainError('unsupported_media_type', 'The request needs to be JSON.')
  }
  try {
    return JSON.parse(text)
  } catch {
    throw new DomainError('invalid_request', 'This is not JSON.')
  }
}

/** Reads a text body; throws `too_large` as soon as it exceeds `max` bytes. */
export async function readText(request: Request, max: number): Promise<string> {
  return new TextDecoder().decode(await readBytes(request, max))
}

async function readBytes(request: Request, max: number, tooLarge = 'This is too long.') {
  if (Number(request.headers.get('content-length')) > max) throw new DomainError('too_large', tooLarge)
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength
    if (size > max) throw new DomainError('too_large', tooLarge)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** Reads a file whose declared type the endpoint accepts. The type is not verified here. */
async function readFile(request: Request, { types, max, otherType, tooLarge }: RawBody): Promise<Blob> {
  const [type = ''] = (request.headers.get('content-type') ?? '').toLowerCase().split(';')
  if (!types.includes(type.trim())) throw new DomainError('unsupported_media_type', otherType)
  return new Blob([await readBytes(request, max, tooLarge)], { type })
}

/** Returns the validated body; throws a `DomainError` with a message for each invalid field. */
export async function readBody<E extends Endpoint>(request: Request, endpoint: E): Promise<Body<E>> {
  const parsed = safeParse(endpoint.body, await readInput(request, endpoint), UNWORDED)
  if (!parsed.success) refuse(parsed.issues)
  return parsed.output
}

const FORM = /^(application\/x-www-form-urlencoded|multipart\/form-data)(;|$)/i

/** Returns undefined for an empty body where the schema allows it, as for GET, and for a form that says nothing. */
async function readInput(
  request: Request,
  { body, raw, takesForm, bodyMax = BODY_MAX }: Endpoint,
): Promise<unknown> {
  if (raw) return await readFile(request, raw)
  const text = await readText(request, bodyMax)
  if (takesForm && FORM.test(request.headers.get('content-type') ?? '')) return undefined
  return text === '' && safeParse(body, undefined).success ? undefined : parseJson(request, text)
}

/** Configures valibot to leave out its own messages, which name types instead of saying what to do. `refuse` fills them in. */
export const UNWORDED = { message: () => '' }

export function refuse(issues: [BaseIssue<unknown>, ...BaseIssue<unknown>[]]): never {
  const fields: Record<string, string> = Object.create(null)
  for (const issue of issues) {
    const path = getDotPath(issue)
    if (path) fields[path] ??= issue.message || describe(issue, path)
  }
  const [first] = issues
  throw new DomainError('invalid_request', first.message || describe(first, getDotPath(first)), { fields })
}

const EXPECTED: Record<string, string> = {
  string: 'text',
  number: 'a number',
  boolean: 'true or false',
  Array: 'a list',
  Object: 'an object',
}

/** Words an issue for which the contract has no sentence, because no form can cause it. */
function describe({ type, expected, received }: BaseIssue<unknown>, path: string | null): string {
  const subject = path ?? 'The request'
  if (received === 'undefined') return `${subject} is required`
  if (expected === 'never') return `${subject} is not a field of this request`
  if (type === 'uuid') return `${subject} is not a valid id`
  const wanted = EXPECTED[expected ?? '']
  return wanted ? `${subject} must be ${wanted}` : `${subject} is not valid`
}
