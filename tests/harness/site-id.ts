import type { World } from '#tests/harness/start-world.ts'

/** Returns the id in the metadata of each intent that this site makes. */
export async function siteId({ rows }: Pick<World, 'rows'>): Promise<string> {
  const [site] = await rows<{ id: string }>('select id from site')
  return site!.id
}
