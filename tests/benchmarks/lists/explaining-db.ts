import { sql } from 'kysely'
import { createDb, type Db, type Statement } from '#server/db/db.ts'

/** What the statements of a `Db` cost the database. */
export interface Cost {
  /** Execution time (ms). */
  ms: number
  /** Tables of which a statement has read all rows. */
  wholeTables: Set<string>
}

/** A node of a plan, as `explain` names its fields. */
interface PlanNode {
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  Plans?: PlanNode[]
}

type Explained = Record<string, [{ Plan: PlanNode; 'Execution Time': number }]>

/** A table with fewer rows may be read whole. */
const FEW_ROWS = 1000
/** Postgres counts the rows of a table roughly. */
const NEARLY_ALL = 0.9

/** A `Db` that has the database explain each statement, after it has run once. `rowsIn`: rows of each table. */
export function explainingDb(url: string, rowsIn: Map<string, number>): { db: Db; cost: Cost } {
  const real = createDb(url)
  const cost: Cost = { ms: 0, wholeTables: new Set() }
  async function explain(statement: Statement) {
    const [row] = await real.run(sql<Explained>`explain (analyze, timing off, format json) ${statement}`)
    const [{ Plan: plan, 'Execution Time': ms }] = Object.values(row!)[0]!
    cost.ms += ms
    for (const node of nodesOf(plan)) {
      const table = node['Relation Name']
      const rows = (table && rowsIn.get(table)) || 0
      if (table && rows > FEW_ROWS && readBy(node) > NEARLY_ALL * rows) cost.wholeTables.add(table)
    }
  }
  const db: Db = {
    async run(statement) {
      const rows = await real.run(statement)
      await explain(statement)
      return rows
    },
    async batch(statements) {
      const rows = await real.batch(statements)
      for (const statement of Object.values(statements)) await explain(statement)
      return rows
    },
  }
  return { db, cost }
}

const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)]

/** Postgres gives averages over the loops. */
const readBy = (node: PlanNode): number =>
  Math.ceil(
    (node['Actual Rows'] +
      (node['Rows Removed by Filter'] ?? 0) +
      (node['Rows Removed by Index Recheck'] ?? 0)) *
      node['Actual Loops'],
  )
