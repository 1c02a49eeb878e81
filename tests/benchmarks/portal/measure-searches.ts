import { Client } from 'pg'
import { systemClock as clock } from '#server/clients/services.ts'
import type { Db } from '#server/db/db.ts'
import { searchPortal } from '#server/search/search-portal.ts'
import { rounded } from '#tests/benchmarks/median.ts'
import { explainingDb } from '#tests/benchmarks/portal/explaining-db.ts'
import { portalLists } from '#tests/benchmarks/portal/portal-lists.ts'

export interface SearchFigures {
  list: string
  what: string
  databaseMs: number
}

/** Returns search terms that occur in the database. */
const TERMS: Record<string, string> = {
  'part of a first name': `select left(split_part(recipient_name, ' ', 1), 4) from sample`,
  'a whole name': `select recipient_name from sample`,
  'a whole name, last name first': `select split_part(recipient_name, ' ', 2) || ' ' || split_part(recipient_name, ' ', 1) from sample`,
  'a name with another apostrophe': `select replace(name, '’', '''') from customer where name like '% O’%' order by email limit 1`,
  'an umlaut written without dots': `select translate(name, 'üÜ', 'uU') from customer where name like '%ü%' order by email limit 1`,
  'a last name': `select split_part(buyer_name, ' ', 2) from sample`,
  'an email address': `select recipient_email from sample`,
  'the beginning of an email address': `select split_part(buyer_email, '@', 1) from sample`,
  'what all email addresses share': `select '@example'`,
  'the last four of a code': `select right(code, 4) from sample`,
  'the first four of a code': `select left(code, 4) from sample`,
  'the first nine of a code': `select left(code, 9) from sample`,
  'what nobody is called': `select 'xyzzyx'`,
}

const SEARCHED: Record<string, (db: Db, term: string) => Promise<unknown>> = {
  ...Object.fromEntries(
    ['vouchers', 'vouchers, active', 'orders', 'customers', 'products'].map((list) => [
      list,
      (db: Db, term: string) => portalLists[list]!(db, undefined, term),
    ]),
  ),
  'everything at once': (db, term) => searchPortal({ db, clock }, term),
}

/** Returns the time in the database (ms) for the first page of a search. */
export async function measureSearches(url: string): Promise<SearchFigures[]> {
  const figures: SearchFigures[] = []
  for (const [what, term] of Object.entries(await readTerms(url))) {
    for (const [list, search] of Object.entries(SEARCHED)) {
      const { db, spentMs } = explainingDb(url)
      await search(db, term)
      figures.push({ list, what, databaseMs: rounded(spentMs()) })
    }
  }
  return figures
}

async function readTerms(url: string): Promise<Record<string, string>> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    const terms: Record<string, string> = {}
    for (const [what, query] of Object.entries(TERMS)) {
      const { rows } = await client.query<{ term: string }>(
        `with sample as (select * from gift_voucher where status = 'active' order by code limit 1)
         select term from (${query}) found (term)`,
      )
      terms[what] = rows[0]!.term
    }
    return terms
  } finally {
    await client.end()
  }
}
