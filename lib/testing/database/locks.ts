import { sql } from 'drizzle-orm'
import type { Tx } from '#db/tenancy/tenant'

/** Waits until another transaction waits for a lock of this one. */
export async function untilOtherWaits(tx: Tx): Promise<void> {
  for (;;) {
    const [row] = await tx.execute<{ waits: boolean }>(sql`
      select exists (
        select from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))) as waits`)
    if (row!.waits) return
  }
}
