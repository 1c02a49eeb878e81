import type { World } from '../../harness/start-world.ts'

/** What a refused call may leave behind: that it was made, and that somebody failed to sign in. */
const COUNTS = ['throttle', 'sign_in_failure', 'admin_device']

/** From here on, every row that comes to be or ceases to be in any table is noted. That a session is in use is no change. */
export async function watchWrites({ rows }: World): Promise<void> {
  const tables = await rows<{ name: string }>(
    `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace and relname <> all($1)`,
    [COUNTS],
  )
  const triggers = tables.map(
    ({ name }) =>
      `create trigger note_write after insert or update or delete on ${name} for each row execute function note_write();`,
  )
  await rows(`
    create unlogged table written (name text, content jsonb, more integer);
    create function note_write() returns trigger language plpgsql as $$
    begin
      if tg_table_name = 'activity' and to_jsonb(new) ->> 'action' = 'sign_in_failed' then return null; end if;
      if tg_op <> 'INSERT' then insert into written values (tg_table_name, to_jsonb(old) - 'seen_at', -1); end if;
      if tg_op <> 'DELETE' then insert into written values (tg_table_name, to_jsonb(new) - 'seen_at', 1); end if;
      return null;
    end $$;
    ${triggers.join('\n')}`)
}

/** The tables that are not as they were at the last call. */
export async function takeWritten({ rows }: World): Promise<string[]> {
  const changed = await rows<{ name: string }>(`
    with taken as (delete from written returning *)
    select distinct name from (select name from taken group by name, content having sum(more) <> 0) changed`)
  return changed.map(({ name }) => name)
}
