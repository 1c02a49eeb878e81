import { createDb, type Db } from '#server/db/db.ts'
import { median, rounded } from '#tests/benchmarks/median.ts'
import { portalLists, type TurnPage } from '#tests/benchmarks/portal/portal-lists.ts'

const ROUNDS = 21

/** Milliseconds of the query in the large database and in the small one. */
export interface PageFigures {
  list: string
  page: 'first' | 'next'
  largeMs: number
  smallMs: number
}

/** Reads the first two pages of every list and filter, alternating between the databases. */
export async function measurePages(large: string, small: string): Promise<PageFigures[]> {
  const dbs = [createDb(large), createDb(small)]
  const figures: PageFigures[] = []
  for (const [list, turn] of Object.entries(portalLists)) {
    const [large, small] = [await turn(dbs[0]!, undefined), await turn(dbs[1]!, undefined)]
    // If a filter matches less than a page in the small database, compare with the unfiltered list.
    const turns = [turn, small ? turn : portalLists[list.split(',')[0]!]!]
    figures.push({ list, page: 'first', ...(await compare(dbs, turns, [])) })
    if (large && small) figures.push({ list, page: 'next', ...(await compare(dbs, turns, [large, small])) })
  }
  return figures
}

async function compare(dbs: Db[], turns: TurnPage[], cursors: string[]) {
  const taken: number[][] = [[], []]
  for (let round = 0; round < ROUNDS; round++) {
    for (const [index, db] of dbs.entries()) {
      const began = performance.now()
      await turns[index]!(db, cursors[index])
      taken[index]!.push(performance.now() - began)
    }
  }
  const [largeMs = 0, smallMs = 0] = taken.map((times) => rounded(median(times)))
  return { largeMs, smallMs }
}
