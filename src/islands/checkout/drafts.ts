import { safeParse, type GenericSchema, type InferOutput } from 'valibot'
import { readSession, writeSession } from '#lib/session-storage.ts'

/** Reads a draft that this tab stored before a reload; undefined if it does not match the schema. */
export function readDraft<Schema extends GenericSchema>(
  key: string,
  schema: Schema,
): InferOutput<Schema> | undefined {
  const parsed = safeParse(schema, parseJson(readSession(key) ?? ''))
  return parsed.success ? parsed.output : undefined
}

export function writeDraft(key: string, draft: object | undefined): void {
  writeSession(key, draft && JSON.stringify(draft))
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}
