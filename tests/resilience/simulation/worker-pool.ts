import { dropDatabase } from '#local/postgres/databases.ts'
import { urlOf } from '#local/postgres/postmaster.ts'
import { cloneDatabase } from '#local/postgres/template.ts'
import { ENVIRONMENT } from '#tests/harness/start-world.ts'
import { SimDatabase } from '#tests/resilience/simulation/sim-database.ts'

/** Runs all jobs with this many workers, each with its own database. Which worker runs a job does not matter. */
export async function runInWorkerPool<Job>(
  postgresPort: number,
  workers: number,
  jobs: readonly Job[],
  work: (job: Job, database: SimDatabase) => Promise<void>,
): Promise<void> {
  Object.assign(process.env, ENVIRONMENT)
  const queue = jobs.values()
  await Promise.all(
    Array.from({ length: Math.min(workers, jobs.length) }, async () => {
      const url = await cloneDatabase(urlOf(postgresPort, 'template_migrated'))
      const database = await SimDatabase.open(url)
      try {
        for (const job of queue) await work(job, database)
      } finally {
        await database.close()
        await dropDatabase(url)
      }
    }),
  )
}
