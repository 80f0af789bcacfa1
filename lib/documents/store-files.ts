import { setTimeout as sleep } from 'node:timers/promises'
import { logFailure } from '#db/connection/unavailable'
import { type Tx, write } from '#db/tenancy/tenant'
import type { Ctx } from '#lib/core/ctx'
import { unavailable } from '#lib/core/errors'
import { errorText } from '#lib/messages/errors'
import { deletePending, insertPending } from './pending-files.ts'
import { enqueuePurge } from './purge.ts'

const REMOVAL_POLL_MILLISECONDS = 50
const REMOVAL_MAX_MILLISECONDS = 10_000
const RETRY_SECONDS = 2

/** What is stored, and the record of it. */
interface Storing<T, Stored> {
  hashes: string[]
  /** Stores the files, outside of a transaction: a storage that hangs must not take connections from others. */
  put: () => Promise<Stored>
  /** Writes the record, in a transaction that commits only if none of the files was removed meanwhile. */
  record: (tx: Tx, stored: Stored) => Promise<T>
  /** On failure the files are left to `sweepFiles`: images of signatures, which `purgeFile` does not find in use. */
  staysOnFailure?: boolean
}

/**
 * Stores files and then writes the record that references them; between the two, rows of `pending_files` keep the files
 * from being removed. On failure those that no record references are removed.
 * @throws AppError `unavailable` when the same file is being removed, or was because this took too long
 */
export async function storeFiles<T, Stored>(
  ctx: Ctx,
  { hashes, put, record, staysOnFailure = false }: Storing<T, Stored>,
): Promise<T> {
  if (hashes.length === 0) {
    const nothing = await put()
    return write(ctx, (tx) => record(tx, nothing))
  }
  const pendingIds = await keepFiles(ctx, hashes)
  try {
    const stored = await put()
    return await write(ctx, async (tx) => {
      const result = await record(tx, stored)
      if ((await deletePending(tx, ctx.tenantId, pendingIds)) < pendingIds.length) throw removed()
      return result
    })
  } catch (error) {
    await write({ tenantId: ctx.tenantId }, async (tx) => {
      await deletePending(tx, ctx.tenantId, pendingIds)
      if (!staysOnFailure) await enqueuePurge(tx, ctx, hashes, { graceSeconds: 0 })
    }).catch((failure) => logFailure(failure, 'a failure may have left stored files'))
    throw error
  }
}

/** Waits for a removal of one of the files without a connection, as the storage may take long. */
async function keepFiles({ tenantId, actor }: Ctx, hashes: string[]): Promise<number[]> {
  for (const deadline = Date.now() + REMOVAL_MAX_MILLISECONDS; Date.now() < deadline; ) {
    // Without the `Idempotency-Key` of the request, which counts as executed only with the record.
    const ids = await write({ tenantId, actor }, (tx) => insertPending(tx, tenantId, hashes))
    if (ids) return ids
    await sleep(REMOVAL_POLL_MILLISECONDS)
  }
  throw removed()
}

function removed() {
  return unavailable(RETRY_SECONDS, errorText('failures.storageUnavailable'))
}
