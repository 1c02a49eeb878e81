import { BODY_MAX } from '#contract/endpoint'
import { type BaseIssue, type GenericSchema, getDotPath, type InferOutput, safeParse } from 'valibot'
import { DomainError } from '../domain-error.ts'

/** The body as JSON, read no further than its limit. */
async function readJson(request: Request): Promise<unknown> {
  const text = await readText(request, BODY_MAX)
  if (!/^application\/json(;|$)/i.test(request.headers.get('content-type') ?? '')) {
    throw new DomainError('unsupported_media_type', 'Please send JSON.')
  }
  try {
    return JSON.parse(text)
  } catch {
    throw new DomainError('invalid_request', 'This is not JSON.')
  }
}

export async function readText(request: Request, max: number): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength
    if (size > max) throw new DomainError('too_large', 'This is too long.')
    chunks.push(chunk)
  }
  return new TextDecoder().decode(Buffer.concat(chunks))
}

/** The body as its schema wants it, or a `DomainError` with a sentence for every field. */
export async function readBody<Schema extends GenericSchema>(
  request: Request,
  schema: Schema,
): Promise<InferOutput<Schema>> {
  const parsed = safeParse(schema, await readInput(request, schema))
  if (!parsed.success) refuse(parsed.issues)
  return parsed.output
}

/** Nothing where there is none, of a method that has none or of an endpoint that can do without. */
async function readInput(request: Request, schema: GenericSchema): Promise<unknown> {
  const isEmpty = request.body === null || request.headers.get('content-length') === '0'
  return isEmpty && safeParse(schema, undefined).success ? undefined : await readJson(request)
}

export function refuse(issues: [BaseIssue<unknown>, ...BaseIssue<unknown>[]]): never {
  const fields: Record<string, string> = Object.create(null)
  for (const issue of issues) {
    const path = getDotPath(issue)
    if (path) fields[path] ??= issue.message
  }
  throw new DomainError('invalid_request', issues[0].message, { fields })
}
