import { Client } from 'pg'

// The database's functions of retention go by the clock of the database and take no argument. What plays another time
// (the demo, tests) replaces that clock. All other times in the database come from the website's functions.

/** Runs a query as the owner of the database. */
type Run = (query: string, values?: unknown[]) => Promise<unknown>

const [REAL, MOVABLE] = ['now() - interval', 'movable.now() - interval']
const replaceClock = (from: string, to: string) => `
  do $$ declare definition text; begin
    for definition in
      select pg_get_functiondef(oid) from pg_proc
      where pronamespace = 'public'::regnamespace and prosecdef and prosrc like '%${from}%'
    loop execute replace(definition, '${from}', '${to}'); end loop;
  end $$`

/** Has retention go by a clock that `setDatabaseClock` moves. */
export const makeClockMovable = (run: Run) =>
  run(`
    create schema movable;
    create table movable.clock (ahead interval not null);
    insert into movable.clock values ('0');
    create function movable.now() returns timestamptz language sql stable as 'select now() + ahead from movable.clock';
    ${replaceClock(REAL, MOVABLE)}`)

export const setDatabaseClock = (run: Run, now: Date) =>
  run('update movable.clock set ahead = $1::timestamptz - now()', [now])

/** Has retention go by a clock that `play` sets, and by the real time afterwards. */
export async function withMovableClock(
  databaseUrl: string,
  play: (set: (now: Date) => Promise<unknown>) => Promise<void>,
): Promise<void> {
  const client = new Client({ connectionString: databaseUrl })
  client.on('error', () => {})
  await client.connect()
  const run: Run = (query, values) => client.query(query, values)
  try {
    await makeClockMovable(run)
    await play((now) => setDatabaseClock(run, now))
    await run(`${replaceClock(MOVABLE, REAL)}; drop schema movable cascade`)
  } finally {
    await client.end()
  }
}
