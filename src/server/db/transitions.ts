import { sql } from 'kysely'

/** Maps a state to the states that may follow it. */
export type Transitions<State extends string> = Record<State, readonly State[]>

/** Returns the states that `target` may follow, for a guard in SQL. */
export function statesBefore<State extends string>(transitions: Transitions<State>, target: State): State[] {
  return (Object.keys(transitions) as State[]).filter((from) => transitions[from].includes(target))
}

/** SQL guard for a transition whose target the statement computes; `from` and `to` are column names. */
export const canFollow = (transitions: Transitions<string>, from: string, to: string) =>
  sql`${JSON.stringify(transitions)}::jsonb -> ${sql.ref(from)} ? ${sql.ref(to)}`
