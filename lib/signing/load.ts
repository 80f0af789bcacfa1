import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import { tenantLogos, tenants, users } from '#db/schema/identity'
import { fields } from '#db/schema/processes'
import { attachments } from '#db/schema/processes-links'
import type { Reader, Tx } from '#db/tenancy/tenant'
import type { Ctx } from '#lib/core/ctx'
import { notFound } from '#lib/core/errors'
import { toLogoUrl } from '#lib/identity/account/logo'
import { lacksSignatures } from '#lib/processes/confirmations'
import { findProcess, lockProcess } from '#lib/processes/load'
import type { FieldRow, ProcessRow, SignerRow } from '#lib/processes/present'
import { findSharers } from '#lib/processes/signers/shared-links'
import type { SigningRecord } from './schema.ts'

/** The signers of a link and their process. */
export interface SigningSession {
  process: ProcessRow
  /** Under whose name and language the person of the link acts, and whose code they confirm. */
  signer: SignerRow
  /** All who share the link, `signer` first. */
  sharers: SignerRow[]
  /** Everyone has signed, and confirmed where a remote signing service asks for it: only the platform's seal is missing. */
  allSigned: boolean
  /** The signing session of this browser; null until it confirms a code. */
  sessionId: number | null
}

/** The signer of a context. @throws AppError `not_found` in other contexts */
export function getActingSigner({ actor }: Ctx) {
  if (actor.type !== 'signer') throw notFound()
  return actor
}

/** The context in which a person acts as one of the signers of their link. */
export function asSigner(ctx: Ctx, { id, name }: Pick<SignerRow, 'id' | 'name'>): Ctx {
  return { ...ctx, actor: { ...getActingSigner(ctx), id, name } }
}

/** The signing session of a signer's context, for reading. */
export async function loadSigningSession(reader: Reader, ctx: Ctx): Promise<SigningSession> {
  return loadSessionOfProcess(reader, ctx, await findProcess(reader, ctx, getActingSigner(ctx).processId))
}

/** As `loadSigningSession`, with the process locked until the transaction ends. */
export async function lockSigningSession(tx: Tx, ctx: Ctx): Promise<SigningSession> {
  return loadSessionOfProcess(tx, ctx, await lockProcess(tx, ctx, getActingSigner(ctx).processId))
}

/** The fields of all signers of a link, in the order they were placed; an attachment has the name of its file as value. */
export async function findSignerFields(
  reader: Reader,
  ctx: Pick<Ctx, 'tenantId'>,
  { sharers }: Pick<SigningSession, 'sharers'>,
): Promise<FieldRow[]> {
  const ids = sharers.map(({ id }) => id)
  const rows = await reader
    .select({ field: fields, fileName: attachments.name })
    .from(fields)
    .leftJoin(attachments, eq(attachments.fieldId, fields.id))
    .where(and(eq(fields.tenantId, ctx.tenantId), inArray(fields.signerId, ids)))
    .orderBy(asc(fields.id))
  return rows.map(({ field, fileName }) => (fileName === null ? field : { ...field, value: fileName }))
}

/** How the signing page shows the tenant. */
export async function findBranding(
  reader: Reader,
  ctx: Pick<Ctx, 'tenantId'>,
): Promise<SigningRecord['tenant']> {
  const { logo, ...tenant } = await findTenant(reader, ctx)
  return { ...tenant, logo_url: logo && toLogoUrl(logo) }
}

/** The tenant with its logo, a PNG; null without one. */
export async function findTenant(reader: Reader, { tenantId }: Pick<Ctx, 'tenantId'>) {
  const [tenant] = await reader
    .select({ name: tenants.name, color: tenants.color, logo: tenantLogos.png })
    .from(tenants)
    .leftJoin(tenantLogos, eq(tenantLogos.tenantId, tenants.id))
    .where(eq(tenants.id, tenantId))
  return tenant!
}

/** Where signers reach the sender: the tenant's reply address, else the sender, else the oldest administrator. */
export async function findSenderEmail(
  reader: Reader,
  { tenantId, createdById }: Pick<ProcessRow, 'tenantId' | 'createdById'>,
): Promise<string> {
  const [contact] = await reader
    .select({ email: sql<string>`coalesce(${tenants.replyTo}, ${users.email})` })
    .from(users)
    .innerJoin(tenants, eq(tenants.id, users.tenantId))
    .where(and(eq(users.tenantId, tenantId), isNull(users.deletedAt)))
    .orderBy(
      sql`${users.id} = ${createdById} desc nulls last, ${users.role} = 'tenant_admin' desc, ${users.id}`,
    )
    .limit(1)
  return contact?.email ?? ''
}

async function loadSessionOfProcess(reader: Reader, ctx: Ctx, process: ProcessRow): Promise<SigningSession> {
  const acting = getActingSigner(ctx)
  const sharers = await findSharers(reader, ctx, acting.tokenHash)
  const [signer] = sharers
  // A correction has replaced the link, or gave it to someone else who confirms a code of their own.
  if (signer?.id !== acting.id) throw notFound()
  const inProgress = process.status === 'in_progress'
  const allSigned = inProgress && !(await lacksSignatures(reader, ctx, process))
  return { process, signer, sharers, sessionId: acting.sessionId, allSigned }
}
