import { parseArgs } from 'node:util'
import { safeParse } from 'valibot'
import { EmailSchema } from '#contract/base/text.ts'
import { removeAdmin } from '#server/auth/admins.ts'
import { database } from '#server/clients/database.ts'
import { openServices } from '#server/clients/services.ts'
import { DomainError } from '#server/domain-error.ts'

const services = openServices({ db: database })

/** Deletes an admin's access and ends all their sessions. */
async function main(): Promise<void> {
  const { positionals } = parseArgs({ allowPositionals: true })
  const parsed = safeParse(EmailSchema(), positionals[0] ?? '')
  if (!parsed.success) throw new Error(`${parsed.issues[0].message}. Nothing was changed.`)
  const removed = await removeAdmin(services, parsed.output)
  if (!removed) throw new Error(`${parsed.output} is no admin. Nothing was changed.`)
  console.log(`${parsed.output} cannot sign in any more, and has been signed out everywhere.`)
}

if (import.meta.main) {
  main().catch((error: unknown) => {
    const detail = error instanceof DomainError ? error.detail : undefined
    console.error(detail ?? (error instanceof Error ? error.message : error))
    process.exitCode = 1
  })
}
