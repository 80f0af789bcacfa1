import { and, eq, not } from 'drizzle-orm'
import { privacyRequests } from '#db/schema/privacy'
import { write } from '#db/tenancy/tenant'
import { hasJobOfRequest } from '#lib/jobs/boss-internals'
import { enqueue } from '#lib/jobs/enqueue'
import { whereOpen } from './find.ts'
import { PRIVACY_QUEUE, type PrivacyJob } from './queue.ts'

/** Enqueues the job of every request that has not ended and has none: no other request of this person could begin before. */
export function resumeRequests(tenantId: number): Promise<void> {
  return write({ tenantId }, async (tx) => {
    const isWithoutJob = not(hasJobOfRequest(PRIVACY_QUEUE, tenantId, privacyRequests.id))
    const rows = await tx
      .select({ id: privacyRequests.id })
      .from(privacyRequests)
      .where(and(eq(privacyRequests.tenantId, tenantId), whereOpen, isWithoutJob))
      .for('update')
    for (const { id } of rows) {
      const job: PrivacyJob = { tenantId, requestId: id }
      await enqueue(tx, PRIVACY_QUEUE, job)
    }
  })
}
