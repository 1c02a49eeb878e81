import { type GenericSchema, type InferOutput, safeParse } from 'valibot'
import { readSession, writeSession } from '../../lib/session-storage.ts'

/** What a reload of this tab finds again under a name, if it is still what we understand. Another tab never does. */
export function readDraft<Schema extends GenericSchema>(
  key: string,
  schema: Schema,
): InferOutput<Schema> | undefined {
  const parsed = safeParse(schema, parseJson(readSession(key) ?? ''))
  return parsed.success ? parsed.output : undefined
}

export function writeDraft(key: string, kept: object | undefined): void {
  writeSession(key, kept && JSON.stringify(kept))
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}
