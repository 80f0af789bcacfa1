import { and, asc, eq, gt, isNull } from 'drizzle-orm'
import { documents } from '#db/schema/documents'
import { listTenantIds } from '#db/tenancy/cross-tenant'
import { read, write } from '#db/tenancy/tenant'
import { log } from '#lib/core/log'
import { readSize } from '#lib/storage/files'

const BATCH_SIZE = 500

/**
 * Stores the sizes of repaired files of earlier versions, in all tenants: until then `findWorkingSize` asks the storage
 * for them, in the transactions of those who use such a document. A size that the storage does not give is left to the next run.
 */
export async function fillWorkingSizes(signal?: AbortSignal): Promise<void> {
  for (const tenantId of await listTenantIds())
    for (let lastId: number | undefined = 0; lastId !== undefined; ) {
      signal?.throwIfAborted()
      lastId = await fillBatch(tenantId, lastId)
    }
}

/** @returns the id of the last document; undefined when there is none after `lastId` */
async function fillBatch(tenantId: number, lastId: number): Promise<number | undefined> {
  const isOfTenant = eq(documents.tenantId, tenantId)
  const isUnknown = and(
    eq(documents.repaired, true),
    isNull(documents.workingSize),
    isNull(documents.deletedAt),
  )
  const batch = await read({ tenantId }, (reader) =>
    reader
      .select({ id: documents.id, sha256: documents.workingSha256 })
      .from(documents)
      .where(and(isOfTenant, isUnknown, gt(documents.id, lastId)))
      .orderBy(asc(documents.id))
      .limit(BATCH_SIZE),
  )
  for (const { id, sha256 } of batch) {
    const workingSize = await readSize(tenantId, sha256).catch((error: unknown) => {
      log().error(
        { err: error, tenant: tenantId, document: id },
        'the size of a stored file could not be read',
      )
      return null
    })
    if (workingSize !== null)
      await write({ tenantId }, (tx) =>
        tx
          .update(documents)
          .set({ workingSize })
          .where(and(isOfTenant, eq(documents.id, id))),
      )
  }
  return batch.at(-1)?.id
}
