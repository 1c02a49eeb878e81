import { rm } from 'node:fs/promises'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { startServices } from '#local/start-services.ts'
import { database } from '#server/clients/database.ts'
import { scratchFolder } from '#tests/harness/scratch-postgres.ts'

const dir = scratchFolder()
afterAll(() => rm(dir, { recursive: true, force: true }))

test('functions on the local stack connect as a role that cannot rewrite the ledger, programs as the owner', async () => {
  const services = await startServices({ dir, site: 'http://localhost:1', real: {}, report: () => {} })
  try {
    const [role] = await database().run(sql<{ name: string }>`select current_user::text as name`)
    expect(role).toEqual({ name: 'clinic_functions' })
    await expect(database().run(sql`delete from voucher_entry`)).rejects.toThrow('permission denied')
    expect(new URL(services.functionsDatabaseUrl).username).toBe('clinic_functions')
    expect(new URL(services.databaseUrl).username).toBe('postgres')
    expect(process.env['FUNCTIONS_DATABASE_URL']).toBe(services.functionsDatabaseUrl)
  } finally {
    await services.stop()
  }
})

test('with a real database functions connect as FUNCTIONS_DATABASE_URL says, or as its owner', async () => {
  const databaseUrl = 'postgres://owner@localhost/clinic'
  const functionsDatabaseUrl = 'postgres://clinic_functions@localhost/clinic'
  for (const [real, expected] of [
    [{ databaseUrl, functionsDatabaseUrl }, functionsDatabaseUrl],
    [{ databaseUrl }, databaseUrl],
  ] as const) {
    const services = await startServices({ dir, site: 'http://localhost:1', real, report: () => {} })
    const connected = process.env['FUNCTIONS_DATABASE_URL']
    await services.stop()
    expect(connected).toBe(expected)
  }
})
