import { isExpression, sql, type RawBuilder } from 'kysely'

/** Builds a jsonb object. A value is a SQL expression or, passed as a parameter, JSON; undefined is left out. */
export const jsonObject = (values: object): RawBuilder<object> => {
  const pairs = Object.entries(values)
    .filter(([, value]) => value !== undefined)
    .flatMap(([name, value]) => [
      sql`${name}::text`,
      isExpression(value) ? value : sql`${JSON.stringify(value)}::jsonb`,
    ])
  return sql<object>`jsonb_build_object(${sql.join(pairs)})`
}
