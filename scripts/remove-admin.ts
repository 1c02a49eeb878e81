import { parseArgs } from 'node:util'
import { safeParse } from 'valibot'
import { EmailSchema } from '#contract/base/text.ts'
import { findAdmin, removeAdmin } from '#server/auth/admins.ts'
import { database } from '#server/clients/database.ts'
import { openServices } from '#server/clients/services.ts'
import { DomainError } from '#server/domain-error.ts'

const services = openServices({ db: database })

/** Ends somebody's access and all their sessions. With `--role staff` it removes no owner by mistake. */
async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    options: { role: { type: 'string' } },
    allowPositionals: true,
  })
  const parsed = safeParse(EmailSchema(), positionals[0] ?? '')
  if (!parsed.success) throw new Error(`${parsed.issues[0].message}. Nothing was changed.`)
  const email = parsed.output
  const admin = await findAdmin(services, email)
  if (!admin) throw new Error(`${email} is no admin. Nothing was changed.`)
  if (values.role !== undefined && values.role !== admin.role)
    throw new Error(`${email} has the role ${admin.role}. Nothing was changed.`)
  await removeAdmin(services, email)
  console.log(`${email} cannot sign in any more, and has been signed out everywhere.`)
}

if (import.meta.main) {
  main().catch((error: unknown) => {
    const detail = error instanceof DomainError ? (error.detail ?? error.message) : undefined
    console.error(detail ?? (error instanceof Error ? error.message : error))
    process.exitCode = 1
  })
}
