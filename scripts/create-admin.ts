import { parseArgs } from 'node:util'
import { optional, picklist, safeParse, type GenericSchema } from 'valibot'
import { NewPasswordSchema } from '#contract/auth/session.ts'
import { roles } from '#contract/base/endpoint.ts'
import { EmailSchema } from '#contract/base/text.ts'
import { prompt } from '#scripts/prompt.ts'
import { createReset, ensureAdmin, setPassword } from '#server/auth/admins.ts'
import { isWeakPassword } from '#server/auth/password-strength.ts'
import { breachedPasswords } from '#server/clients/breached-passwords.ts'
import { database } from '#server/clients/database.ts'
import { openServices, type Services } from '#server/clients/services.ts'
import { DomainError } from '#server/domain-error.ts'
import { resetLink } from '#server/links/reset-link.ts'

const services = openServices({ db: database, breachedPasswords })

/**
 * Creates an owner, or staff with `--role staff`: asks for the password, or prints a link for choosing it if there is no
 * terminal. Of somebody who is there, `--role` changes the role.
 */
async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    options: { link: { type: 'boolean', default: !process.stdin.isTTY }, role: { type: 'string' } },
    allowPositionals: true,
  })
  const role = parseOrThrow(RoleSchema, values.role)
  const email = parseOrThrow(EmailSchema(), positionals[0] ?? (await prompt('Email address of the admin: ')))
  const password = values.link ? undefined : await choosePassword(services, email)
  const { id } = await ensureAdmin(services, email, { role })
  if (password === undefined) return printLink(await createReset(services, id))
  await setPassword(services, id, password)
  console.log(
    `${email} can sign in with this password. All sessions of this account have ended. If sign-in is locked after wrong passwords, run this again with --link.`,
  )
}

const askSecretly = (question: string) => prompt(question, { secret: true })

/** Asks twice for a password. Throws a sentence that says why it is not accepted. */
export async function choosePassword(
  { breachedPasswords }: Pick<Services, 'breachedPasswords'>,
  email: string,
  ask = askSecretly,
): Promise<string> {
  const question = 'Password, at least 15 characters (it is not shown while you type): '
  const password = parseOrThrow(NewPasswordSchema, await ask(question))
  if (isWeakPassword(password, email))
    throw new Error('Many people would guess this one. Nothing was changed.')
  if (password !== (await ask('The same again: '))) {
    throw new Error('These were two different passwords. Nothing was changed.')
  }
  if (await breachedPasswords.includes(password))
    throw new Error('This one has been in a leak of another website. Nothing was changed.')
  return password
}

/** Undefined: as it is. */
const RoleSchema = optional(picklist(roles, `The role is ${roles.join(' or ')}`))

function parseOrThrow<Output>(schema: GenericSchema<string | undefined, Output>, typed?: string): Output {
  const parsed = safeParse(schema, typed)
  if (parsed.success) return parsed.output
  throw new Error(`${parsed.issues[0].message}. Nothing was changed.`)
}

function printLink(token: string): void {
  const site = process.env['URL'] ?? 'https://your-site.example'
  console.log(
    `Open this within 30 minutes to choose a password; it works once:\n\n  ${resetLink(site, token)}\n`,
  )
}

if (import.meta.main) {
  main().catch((error: unknown) => {
    const detail = error instanceof DomainError ? error.detail : undefined
    console.error(detail ?? (error instanceof Error ? error.message : error))
    process.exitCode = 1
  })
}
