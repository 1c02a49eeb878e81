import { setDatabaseClock } from '#local/postgres/movable-clock.ts'
import type { Clock } from '#server/clients/services.ts'
import type { Db } from '#server/db/db.ts'

/** Both clocks are read one after the other. */
const TOLERANCE_MS = 20

/** Returns a client that sets the database's clock whenever that of its services was moved. */
export function followClock(db: Db, clock: Clock, rows: Parameters<typeof setDatabaseClock>[0]): Db {
  let ahead = 0
  return {
    ...db,
    async run(statement) {
      const moved = clock.now().getTime() - Date.now()
      if (Math.abs(moved - ahead) > TOLERANCE_MS) {
        ahead = moved
        await setDatabaseClock(rows, clock.now())
      }
      return db.run(statement)
    },
  }
}
