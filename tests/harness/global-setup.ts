import type { TestProject } from 'vitest/node'
import { createTemplate } from '../../local/postgres/template.ts'
import { migrate } from '../../scripts/migrate.ts'
import { startCluster } from './scratch-postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the database server is whose `template_migrated` is a migrated, empty database to be cloned from. */
    postgresPort: number
  }
}

/** One database server for all test files; each clones a database of its own from the migrated template. */
export default async function setup(project: TestProject) {
  const cluster = await startCluster()
  await createTemplate(cluster.url('template_migrated'), migrate)
  project.provide('postgresPort', cluster.port)
  return () => cluster[Symbol.asyncDispose]()
}
