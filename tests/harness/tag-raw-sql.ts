import type { RawBuilder } from 'kysely'
import { afterEach } from 'vitest'

declare module 'vitest' {
  interface TaskMeta {
    /** Positions of the `sql` templates that this worker compiled for the first time. */
    rawSql?: string[]
  }
}

type Tag = (strings: TemplateStringsArray, ...values: unknown[]) => RawBuilder<unknown>

declare global {
  // Global, because modules outlive the test file that loads them.
  /** Positions of compiled templates, and whether a test has reported them. */
  var compiledSql: Map<string, boolean> | undefined
  /** Replaces the tag `sql` of the template at this position. */
  var tagRawSql: (position: string, sql: Tag) => Tag
}

const compiled = (globalThis.compiledSql ??= new Map<string, boolean>())

globalThis.tagRawSql =
  (position, sql) =>
  (...template) => {
    const raw = sql(...template)
    const compile = raw.compile.bind(raw)
    const toOperationNode = raw.toOperationNode.bind(raw)
    const note = () => void (compiled.has(position) || compiled.set(position, false))
    return Object.assign(raw, {
      compile: (...provider: Parameters<typeof compile>) => (note(), compile(...provider)),
      // Of a template inside another statement.
      toOperationNode: () => (note(), toOperationNode()),
    })
  }

afterEach(({ task }) => {
  const fresh = [...compiled].filter(([, isReported]) => !isReported).map(([position]) => position)
  for (const position of fresh) compiled.set(position, true)
  if (fresh.length > 0) task.meta.rawSql = fresh
})
