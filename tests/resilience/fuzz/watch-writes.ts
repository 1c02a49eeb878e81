import type { World } from '#tests/harness/start-world.ts'

/** Tables that a refused request may write to: rate limits, wrong codes and failed sign-ins. */
const IGNORED_TABLES = ['throttle', 'code_guess', 'sign_in_failure', 'failed_sign_in', 'admin_device']

/** Records every later insert, update and delete, except of a session's `seen_at`. */
export async function watchWrites({ rows }: World): Promise<void> {
  const tables = await rows<{ name: string }>(
    `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace and relname <> all($1)`,
    [IGNORED_TABLES],
  )
  const triggers = tables.map(
    ({ name }) =>
      `create trigger note_write after insert or update or delete on ${name} for each row execute function note_write();`,
  )
  await rows(`
    create unlogged table written (name text, content jsonb, more integer);
    create function note_write() returns trigger language plpgsql as $$
    begin
      if tg_op <> 'INSERT' then insert into written values (tg_table_name, to_jsonb(old) - 'seen_at', -1); end if;
      if tg_op <> 'DELETE' then insert into written values (tg_table_name, to_jsonb(new) - 'seen_at', 1); end if;
      return null;
    end $$;
    ${triggers.join('\n')}`)
}

/** Returns the tables that have changed since the last call. */
export async function takeWrittenTables({ rows }: World): Promise<string[]> {
  const changed = await rows<{ name: string }>(`
    with taken as (delete from written returning *)
    select distinct name from (select name from taken group by name, content having sum(more) <> 0) changed`)
  return changed.map(({ name }) => name)
}
