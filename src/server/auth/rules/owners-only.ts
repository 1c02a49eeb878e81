import type { Role } from '#contract/base/endpoint.ts'
import { query, type Db } from '#server/db/db.ts'
import { DomainError } from '#server/domain-error.ts'

/** Who asks, of whom it depends what they see and may do. */
export interface Viewer {
  /** Of an admin. */
  id: string
  role: Role
}

/** Returns the names of the owners who can sign in, for staff to ask. */
export async function listOwnerNames(db: Db): Promise<string[]> {
  const owners = await db.run(
    query
      .selectFrom('adminUser')
      .select('name')
      .where('role', '=', 'owner')
      .where('passwordHash', 'is not', null)
      .orderBy('createdAt'),
  )
  return owners.map(({ name }) => name)
}

/** The error for staff, which says who can help. */
export const ownersOnly = async (db: Db, what = 'Only an owner can do this') =>
  new DomainError('forbidden', `${what}. Please ask ${(await listOwnerNames(db)).join(' or ')}.`)
