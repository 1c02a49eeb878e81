import { endAllAccess } from '#server/auth/admins.ts'
import { database } from '#server/clients/database.ts'
import { openServices } from '#server/clients/services.ts'

/**
 * Ends all sessions, links and invitations of a restored database, which may have been ended since the backup, and lists its
 * people for review.
 */
async function main(): Promise<void> {
  const people = await endAllAccess(openServices({ db: database }))
  console.log('All sessions, links and invitations have ended. These people are in the portal:\n')
  for (const { name, email, role, canSignIn } of people)
    console.log(`  ${role.padEnd(5)}  ${name}, ${email}${canSignIn ? '' : ' (invited, cannot sign in)'}`)
  console.log('\nRemove people who have left since the backup: npm run admin:remove ADDRESS')
}

if (import.meta.main) {
  main().catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  })
}
