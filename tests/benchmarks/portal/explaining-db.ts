import { sql } from 'kysely'
import { createDb, type Db, type Statement } from '#server/db/db.ts'
import { median } from '#tests/benchmarks/median.ts'

const ROUNDS = 5

/** A `Db` that adds up the execution times in the database, the median of five runs of each statement. */
export function explainingDb(url: string): { db: Db; spentMs: () => number } {
  const real = createDb(url)
  let spent = 0
  async function explain(statement: Statement) {
    const runs: number[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const [row] = await real.run(
        sql<Record<string, [Plan]>>`explain (analyze, timing off, format json) ${statement}`,
      )
      runs.push(Object.values(row!)[0]![0]['Execution Time'])
    }
    spent += median(runs)
  }
  const db: Db = {
    async run(statement) {
      await explain(statement)
      return real.run(statement)
    },
    async batch(statements) {
      for (const statement of Object.values(statements)) await explain(statement)
      return real.batch(statements)
    },
  }
  return { db, spentMs: () => spent }
}

interface Plan {
  'Execution Time': number
}
