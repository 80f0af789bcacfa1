import { read } from '#db/tenancy/tenant'
import { endPersonVisits } from '#lib/audit/personal-data'
import { now } from '#lib/core/clock'
import { makeSystemCtx } from '#lib/core/ctx'
import { runErasure } from './erase/run.ts'
import { runExport } from './export/run.ts'
import { findRequest } from './find.ts'
import { PRIVACY_QUEUE, type PrivacyJob } from './queue.ts'

/** Runs a request. A repeated job continues an unfinished request and leaves a finished one unchanged. */
export async function runRequest({ tenantId, requestId }: PrivacyJob): Promise<void> {
  const ctx = makeSystemCtx(tenantId, PRIVACY_QUEUE, now())
  const request = await read(ctx, (reader) => findRequest(reader, ctx, requestId))
  if (request.status !== 'pending' && request.status !== 'running') return
  await endPersonVisits({ tenantId, email: request.email })
  if (request.type === 'export') await runExport(ctx, request)
  else await runErasure(ctx, request)
}
