import { build } from '../build.ts'
import type { Measured } from '../measured.ts'
import { progress } from '../say.ts'
import { measurePortal } from './portal.ts'
import { portalTables, portalTargets } from './portal-table.ts'

/** The portal alone, with so many vouchers that filling the database takes a minute or more. */
export async function measureOwner(): Promise<Measured> {
  progress('Building pages and functions')
  const portal = await measurePortal(await build(), { vouchers: 1_000_000, orders: 100_000 })
  return { targets: portalTargets(portal), tables: portalTables(portal), figures: { portal } }
}
