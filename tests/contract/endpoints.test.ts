import * as v from 'valibot'
import { expect, it } from 'vitest'
import { endpoints } from '#contract/endpoints.ts'

/** Kinds of schemas that pass unknown fields. The keys of a record are data, and its values have a schema. */
const OPEN = new Set(['loose_object', 'object_with_rest', 'any', 'unknown', 'map'])

/** Returns the kinds of a schema and all schemas inside. */
function kindsIn(schema: unknown, seen = new Set<unknown>()): string[] {
  if (typeof schema !== 'object' || schema === null || seen.has(schema)) return []
  seen.add(schema)
  const { kind, type, ...parts } = schema as { kind?: string; type?: string }
  return [
    ...(kind === 'schema' && type ? [type] : []),
    ...Object.values(parts).flatMap((part) => kindsIn(part, seen)),
  ]
}

// `before` and `after` of an activity entry hold ids, amounts and states, which differ by action.
const { activity: _, ...closed } = endpoints

// ASVS 8.1.2, 15.3.1
it.each(Object.entries(closed))('%s responds with the fields of its schema only', (_, { reply }) => {
  expect(kindsIn(reply).filter((kind) => OPEN.has(kind))).toEqual([])
})

it('the check finds a reply with an additional field', () => {
  const open = v.object({ list: v.array(v.nullable(v.looseObject({ id: v.string() }))) })
  expect(kindsIn(open)).toContain('loose_object')
})
