import type { Sql } from 'postgres'
import { SetupError } from '#lib/core/env'

/*
 * The first migration stands for the 66 before the first release. In db/migrations/meta/_journal.json it has the time
 * of the last of them, so it counts as applied where that one was. This file may be removed with the first release.
 */

const LAST_COMMIT = '9dfdfdb3'
/** The time of the first migration. */
const BASELINE_TIME = 1795663253419

/** @throws SetupError when not all migrations that the first one stands for were applied */
export async function assertBaseline(client: Sql): Promise<void> {
  const [journal] = await client`select to_regclass('drizzle.__drizzle_migrations') as name`
  if (!journal!.name) return
  const [last] = await client<{ time: number | null }[]>`
    select max(created_at)::float8 as time from drizzle.__drizzle_migrations`
  if (last!.time !== null && last!.time < BASELINE_TIME)
    throw new SetupError(
      'The tables are those of a version from before the first release. On this database, start the commit ' +
        `${LAST_COMMIT} once (git worktree add ../paraph-before ${LAST_COMMIT}), stop it when it is ready, then start ` +
        'this version.',
    )
}
