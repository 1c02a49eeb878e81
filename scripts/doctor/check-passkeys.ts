import { sql } from 'kysely'
import { ok, wrong, type Finding } from '#scripts/doctor/finding.ts'
import { database } from '#server/clients/database.ts'
import { env } from '#server/env.ts'

/** Passkeys work on the host for which they were made, and on no other. */
export async function checkPasskeys(): Promise<Finding[]> {
  const { hostname } = new URL(env('URL'))
  const hosts = await database().run(sql<{ host: string }>`select distinct host from passkey order by host`)
  const former = hosts.flatMap(({ host }) => (host === hostname ? [] : [host]))
  if (former.length > 0)
    return [
      wrong(
        `Passkeys were made for ${former.join(', ')}, and do not work on ${hostname}.`,
        'let everyone sign in with the password and a recovery code, remove the former passkey and add a new one (docs/owner.md), or set URL back.',
      ),
    ]
  return hosts.length > 0 ? [ok('All passkeys are for this address.')] : []
}
