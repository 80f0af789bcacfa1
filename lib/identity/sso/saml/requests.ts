import { and, eq, gt, isNull, lt, lte } from 'drizzle-orm'
import { samlRequests } from '#db/schema/identity-sign-in'
import { read, write } from '#db/tenancy/tenant'
import { addSeconds, MAX_OFFSET_SECONDS } from '#lib/core/clock'

/** Long enough to sign in at the provider, with a second factor. */
export const REQUEST_SECONDS = 900

type Request = Pick<typeof samlRequests.$inferSelect, 'tenantId' | 'requestId'>

/** Stores the request, which one response may answer, and deletes the expired ones of the tenant. */
export async function addRequest({ tenantId, requestId }: Request, time: Date): Promise<void> {
  await write({ tenantId }, async (tx) => {
    await tx
      .delete(samlRequests)
      .where(and(eq(samlRequests.tenantId, tenantId), lt(samlRequests.expiresAt, time)))
    await tx
      .insert(samlRequests)
      .values({ tenantId, requestId, expiresAt: addSeconds(time, REQUEST_SECONDS) })
  })
}

/** Whether the request waits for its response. */
export async function isPending(request: Request, time: Date): Promise<boolean> {
  const { tenantId } = request
  return (await read({ tenantId }, (reader) => reader.$count(samlRequests, wherePending(request, time)))) > 0
}

/**
 * Takes the assertion as the answer to the request, in whichever process: the second response to the same request, and
 * the second use of the same assertion, are refused.
 */
export async function answerRequest(request: Request, assertionId: string, time: Date): Promise<boolean> {
  const { tenantId } = request
  return write({ tenantId }, async (tx) => {
    const used = await tx.$count(
      samlRequests,
      and(eq(samlRequests.tenantId, tenantId), eq(samlRequests.assertionId, assertionId)),
    )
    if (used > 0) return false
    const answered = await tx
      .update(samlRequests)
      .set({ assertionId })
      .where(wherePending(request, time))
      .returning({ id: samlRequests.requestId })
    return answered.length > 0
  })
}

function wherePending({ tenantId, requestId }: Request, time: Date) {
  return and(
    eq(samlRequests.tenantId, tenantId),
    eq(samlRequests.requestId, requestId),
    isNull(samlRequests.assertionId),
    gt(samlRequests.expiresAt, time),
    lte(samlRequests.expiresAt, addSeconds(time, REQUEST_SECONDS + MAX_OFFSET_SECONDS)),
  )
}
