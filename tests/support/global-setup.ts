import type { TestProject } from 'vitest/node'
import { startGateway } from '../../local/postgres/gateway.ts'
import { createTemplate } from '../../local/postgres/template.ts'
import { migrate } from '../../netlify/migrate.ts'
import { startCluster } from '../local/postgres/scratch.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The address of a migrated, empty database that nobody uses, to be cloned from. */
    templateUrl: string
  }
}

/** One database server for all test files; each clones a database of its own from the migrated template. */
export default async function setup(project: TestProject) {
  const cluster = await startCluster()
  const gateway = await startGateway({ postgresPort: cluster.port })
  const templateUrl = gateway.url('template_migrated')
  await createTemplate(templateUrl, migrate)
  project.provide('templateUrl', templateUrl)
  return async () => {
    await gateway.stop()
    await cluster[Symbol.asyncDispose]()
  }
}
