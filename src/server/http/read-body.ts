import { BODY_MAX } from '#contract/endpoint'
import { type GenericSchema, getDotPath, type InferOutput, safeParse } from 'valibot'
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
  const parsed = safeParse(schema, await readJson(request))
  if (parsed.success) return parsed.output
  const fields: Record<string, string> = Object.create(null)
  for (const issue of parsed.issues) {
    const path = getDotPath(issue)
    if (path) fields[path] ??= issue.message
  }
  throw new DomainError('invalid_request', parsed.issues[0].message, { fields })
}
