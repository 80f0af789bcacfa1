import { and, asc, desc, eq, inArray } from 'drizzle-orm'
import { privacyRequests } from '#db/schema/privacy'
import { type Reader, read, type Tx } from '#db/tenancy/tenant'
import type { Ctx } from '#lib/core/ctx'
import { notFound } from '#lib/core/errors'
import type { CreationQuery } from '#lib/core/shapes'
import { authorize } from '#lib/policy'
import { type PrivacyRequestRow, presentRequest } from './present.ts'
import type { PrivacyRequestRecord } from './schema.ts'

/** SQL: whether a request has not ended. */
export const whereOpen = inArray(privacyRequests.status, ['pending', 'running'])

/** The tenant's requests, newest first by default, a page at a time. */
export function listRequests(ctx: Ctx, { page, per_page: size, sort }: CreationQuery) {
  authorize(ctx, 'privacy.read')
  const direction = sort === 'created_at' ? asc : desc
  return read(ctx, async (reader) => {
    const isOfTenant = eq(privacyRequests.tenantId, ctx.tenantId)
    const rows = await reader
      .select()
      .from(privacyRequests)
      .where(isOfTenant)
      .orderBy(direction(privacyRequests.createdAt), direction(privacyRequests.id))
      .limit(size)
      .offset((page - 1) * size)
    const total = await reader.$count(privacyRequests, isOfTenant)
    return { items: rows.map(presentRequest), page, perPage: size, total, exact: true }
  })
}

/** One request with its report. */
export async function getRequest(ctx: Ctx, id: number): Promise<PrivacyRequestRecord> {
  authorize(ctx, 'privacy.read')
  return presentRequest(await read(ctx, (reader) => findRequest(reader, ctx, id)))
}

/** @throws AppError `not_found` */
export async function findRequest(
  reader: Reader,
  { tenantId }: Pick<Ctx, 'tenantId'>,
  id: number,
): Promise<PrivacyRequestRow> {
  const [row] = await reader
    .select()
    .from(privacyRequests)
    .where(and(eq(privacyRequests.tenantId, tenantId), eq(privacyRequests.id, id)))
  if (!row) throw notFound()
  return row
}

/** Finds a request like `findRequest` and locks it until the transaction ends. @throws AppError `not_found` */
export async function lockRequest(
  tx: Tx,
  { tenantId }: Pick<Ctx, 'tenantId'>,
  id: number,
): Promise<PrivacyRequestRow> {
  const [row] = await tx
    .select()
    .from(privacyRequests)
    .where(and(eq(privacyRequests.tenantId, tenantId), eq(privacyRequests.id, id)))
    .for('update')
  if (!row) throw notFound()
  return row
}

/** Changes a locked request. */
export async function changeRequest(
  tx: Tx,
  { tenantId }: Pick<Ctx, 'tenantId'>,
  id: number,
  changes: Partial<PrivacyRequestRow>,
): Promise<void> {
  await tx
    .update(privacyRequests)
    .set(changes)
    .where(and(eq(privacyRequests.tenantId, tenantId), eq(privacyRequests.id, id)))
}
