import { and, eq } from 'drizzle-orm'
import { privacyRequests } from '#db/schema/privacy'
import { write } from '#db/tenancy/tenant'
import { record } from '#lib/audit/record'
import { type Ctx, getActingUser } from '#lib/core/ctx'
import { unavailable } from '#lib/core/errors'
import { maskEmail } from '#lib/core/text/mask-email'
import { enqueue } from '#lib/jobs/enqueue'
import { errorText } from '#lib/messages/errors'
import { authorize } from '#lib/policy'
import { whereOpen } from './find.ts'
import { type PrivacyRequestRow, presentRequest } from './present.ts'
import { PRIVACY_QUEUE, type PrivacyJob } from './queue.ts'
import type { PersonInput, PrivacyRequestRecord } from './schema.ts'

/** Starts an export of the tenant's data about a person; returns the running one if there is one. */
export function requestExport(ctx: Ctx, input: PersonInput): Promise<PrivacyRequestRecord> {
  authorize(ctx, 'privacy.export')
  return createRequest(ctx, 'export', input)
}

/** Starts to erase a person's data that is not evidence; returns the running erasure if there is one. */
export function requestErasure(ctx: Ctx, input: PersonInput): Promise<PrivacyRequestRecord> {
  authorize(ctx, 'privacy.erase')
  return createRequest(ctx, 'erasure', input)
}

function createRequest(
  ctx: Ctx,
  type: PrivacyRequestRow['type'],
  { email }: PersonInput,
): Promise<PrivacyRequestRecord> {
  const { tenantId } = ctx
  const user = getActingUser(ctx)
  return write(ctx, async (tx) => {
    const [created] = await tx
      .insert(privacyRequests)
      .values({
        tenantId,
        type,
        email,
        status: 'pending',
        requestedById: user?.id ?? null,
        requestedByName: user?.name ?? '',
        requestedByKey: ctx.actor.type === 'api_key' ? ctx.actor.id : null,
        address: ctx.address,
        createdAt: ctx.now,
      })
      .onConflictDoNothing()
      .returning()
    if (!created) {
      const [open] = await tx
        .select()
        .from(privacyRequests)
        .where(
          and(
            eq(privacyRequests.tenantId, tenantId),
            eq(privacyRequests.type, type),
            eq(privacyRequests.email, email),
            whereOpen,
          ),
        )
        .for('share')
      if (!open) throw unavailable(1, errorText('refusals.earlierRequestJustEnded'))
      return presentRequest(open)
    }
    await record(tx, ctx, {
      type: type === 'export' ? 'privacy.export_requested' : 'privacy.erasure_requested',
      subject: { tenant: tenantId },
      data: { request_id: created.id, email: maskEmail(email) },
    })
    const job: PrivacyJob = { tenantId, requestId: created.id }
    await enqueue(tx, PRIVACY_QUEUE, job)
    return presentRequest(created)
  })
}
