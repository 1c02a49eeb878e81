import { sql } from 'kysely'

/** Which state may follow which; whatever is not here does not happen. */
export type Transitions<State extends string> = Record<State, readonly State[]>

/** The states from which `target` may be reached, for a guard in SQL. */
export function statesBefore<State extends string>(transitions: Transitions<State>, target: State): State[] {
  return (Object.keys(transitions) as State[]).filter((from) => transitions[from].includes(target))
}

/** A guard in SQL for a move whose target the statement itself finds out. Both are names of columns. */
export const canFollow = (transitions: Transitions<string>, from: string, to: string) =>
  sql`${JSON.stringify(transitions)}::jsonb -> ${sql.ref(from)} ? ${sql.ref(to)}`
