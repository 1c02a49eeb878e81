import { randomUUID } from 'node:crypto'
import { escapeIdentifier } from 'pg'
import { asAdmin, dropDatabase, ensureDatabase, nameIn, withDatabase } from './databases.ts'

/** Makes the database that `url` names anew and prepares it (migrations, say), to be cloned from. */
export async function createTemplate(url: string, prepare: (url: string) => Promise<unknown>): Promise<void> {
  await dropDatabase(url)
  await ensureDatabase(url)
  await prepare(url)
}

/** A copy of the template on the same server, a few milliseconds old; answers its address. */
export async function cloneDatabase(template: string, name = `clone_${randomUUID()}`): Promise<string> {
  const [copy, original] = [escapeIdentifier(name), escapeIdentifier(nameIn(template))]
  // Copying files beats the default of copying through the log, as long as the template is small.
  await asAdmin(template, (admin) =>
    admin.query(`create database ${copy} template ${original} strategy file_copy`),
  )
  return withDatabase(template, name)
}
