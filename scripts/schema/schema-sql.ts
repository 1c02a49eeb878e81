import { sql, type Kysely } from 'kysely'

const HEADING = `-- The schema after all migrations, for reading. Generated from them by "npm run schema"; never applied.
`

const SEQUENCES = sql<{ text: string }>`
  select format('create sequence %s as %s start %s;', relname, format_type(seqtypid, null), seqstart) as text
  from pg_sequence join pg_class on pg_class.oid = seqrelid
  where relnamespace = 'public'::regnamespace and not exists (select from pg_depend where objid = seqrelid and deptype = 'i')
  order by relname`

const TABLES = sql<{ text: string }>`
  select format(E'create table %s (\n%s\n);', relname, string_agg('  ' || line, E',\n' order by part, place, line)) as text
  from pg_class join lateral (
    select 1 as part, attnum::int as place, concat_ws(' ', attname, format_type(atttypid, atttypmod),
      case when attgenerated = 's' then 'generated always as (' || pg_get_expr(adbin, adrelid) || ') stored'
        when attidentity = 'a' then 'generated always as identity'
        when adbin is not null then 'default ' || pg_get_expr(adbin, adrelid) end,
      case when attnotnull then 'not null' end) as line
    from pg_attribute left join pg_attrdef on adrelid = attrelid and adnum = attnum
    where attrelid = pg_class.oid and attnum > 0 and not attisdropped
    union all
    select 2, 0, pg_get_constraintdef(oid) from pg_constraint where conrelid = pg_class.oid and contype in ('p', 'u', 'c', 'f')
  ) lines on true
  where relnamespace = 'public'::regnamespace and relkind = 'r' and relname not like 'kysely%'
  group by relname order by relname`

const VIEWS = sql<{ text: string }>`
  select format(E'create view %s as\n%s', relname, pg_get_viewdef(oid, true)) as text
  from pg_class where relnamespace = 'public'::regnamespace and relkind = 'v' order by relname`

const INDEXES = sql<{ text: string }>`
  select pg_get_indexdef(indexrelid) || ';' as text
  from pg_index join pg_class on pg_class.oid = indexrelid
  where relnamespace = 'public'::regnamespace and relname not like 'kysely%'
    and not exists (select from pg_constraint where conindid = indexrelid)
  order by relname`

const FUNCTIONS = sql<{ text: string }>`
  select rtrim(pg_get_functiondef(oid)) || ';' as text from pg_proc
  where pronamespace = 'public'::regnamespace and prokind = 'f'
    and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')
  order by proname`

const TRIGGERS = sql<{ text: string }>`
  select pg_get_triggerdef(oid) || ';' as text from pg_trigger where not tgisinternal order by tgrelid::regclass::text, tgname`

/** Returns the present schema as SQL: sequences, tables, views, indexes, functions and triggers, each sorted by name. */
export async function generateSchemaSql(db: Kysely<unknown>): Promise<string> {
  const parts = []
  for (const part of [SEQUENCES, TABLES, VIEWS, INDEXES, FUNCTIONS, TRIGGERS]) {
    const { rows } = await part.execute(db)
    parts.push(rows.map(({ text }) => text).join(part === INDEXES || part === TRIGGERS ? '\n' : '\n\n'))
  }
  return `${HEADING}\n${parts.filter(Boolean).join('\n\n')}\n`
}
