import type { TestProject } from 'vitest/node'
import { createMigratedTemplate } from '#tests/harness/migrated-template.ts'
import { startCluster } from '#tests/harness/scratch-postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Port of the database server with `template_migrated`, a migrated, empty database to clone. */
    postgresPort: number
  }
}

/** Starts one database server for all test files; each clones its own database from the template. */
export default async function setup(project: TestProject) {
  const cluster = await startCluster()
  await createMigratedTemplate(cluster)
  project.provide('postgresPort', cluster.port)
  return () => cluster[Symbol.asyncDispose]()
}
