import { cloneDatabase } from '../../../local/postgres/template.ts'
import { dropDatabase } from '../../../local/postgres/databases.ts'
import { urlOf } from '../../../local/postgres/postmaster.ts'
import { ENVIRONMENT } from '../../harness/start-world.ts'
import { Database } from './database.ts'

/** Does all the work, in as many databases side by side; which of them does what changes nothing. */
export async function inLanes<Job>(
  postgresPort: number,
  lanes: number,
  jobs: readonly Job[],
  work: (job: Job, database: Database) => Promise<void>,
): Promise<void> {
  Object.assign(process.env, ENVIRONMENT)
  const left = jobs.values()
  await Promise.all(
    Array.from({ length: Math.min(lanes, jobs.length) }, async () => {
      const url = await cloneDatabase(urlOf(postgresPort, 'template_migrated'))
      const database = await Database.open(url)
      try {
        for (const job of left) await work(job, database)
      } finally {
        await database.close()
        await dropDatabase(url)
      }
    }),
  )
}
