import { and, asc, eq, getTableColumns, inArray, sql } from 'drizzle-orm'
import { type RowsQuery, readTogether, rowsOf, rowsOfTable } from '#db/lists/rows'
import { tenantLogos, tenants, users } from '#db/schema/identity'
import { fields, processes, signers } from '#db/schema/processes'
import { attachments } from '#db/schema/processes-links'
import type { Reader, Tx } from '#db/tenancy/tenant'
import type { Ctx } from '#lib/core/ctx'
import { notFound } from '#lib/core/errors'
import { toLogoUrl } from '#lib/identity/account/logo'
import { lacksSignatures } from '#lib/processes/confirmations'
import { lockProcess } from '#lib/processes/load'
import type { FieldRow, ProcessRow, SignerRow } from '#lib/processes/present'
import { sortByDuty } from '#lib/processes/signers/shared-links'
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

/** The signing session of a signer's context, in one statement. */
export async function loadSigningSession(reader: Reader, ctx: Ctx): Promise<SigningSession> {
  const { id, processId, tokenHash, sessionId } = getActingSigner(ctx)
  const lacks = lacksSignatures(reader, ctx, { id: processId, testMode: ctx.testMode })
  const isProcess = and(eq(processes.tenantId, ctx.tenantId), eq(processes.id, processId))
  const isSharer = and(
    eq(signers.tenantId, ctx.tenantId),
    eq(signers.processId, processId),
    eq(signers.tokenHash, tokenHash),
  )
  const found = await readTogether(reader, {
    sharers: rowsOfTable(signers, isSharer, asc(signers.order), asc(signers.id)),
    processes: rowsOfTable(processes, isProcess),
    signatures: rowsOf({ lacks }, (select) => select.from(processes).where(isProcess)),
  })
  const sharers = sortByDuty(found.sharers)
  const [process] = found.processes
  const [signer] = sharers
  // A correction has replaced the link, or gave it to someone else who confirms a code of their own.
  if (!process || signer?.id !== id) throw notFound()
  const allSigned = process.status === 'in_progress' && !found.signatures[0]!.lacks
  return { process, signer, sharers, sessionId, allSigned }
}

/** As `loadSigningSession`, with the process locked until the transaction ends. */
export async function lockSigningSession(tx: Tx, ctx: Ctx): Promise<SigningSession> {
  await lockProcess(tx, ctx, getActingSigner(ctx).processId)
  return loadSigningSession(tx, ctx)
}

/**
 * The fields of all signers of a link, in the order they were placed, for `readTogether`; an attachment has the name of
 * its file as value.
 */
export function selectSignerFields(
  { tenantId }: Pick<Ctx, 'tenantId'>,
  { sharers }: Pick<SigningSession, 'sharers'>,
): RowsQuery<FieldRow> {
  const ids = sharers.map(({ id }) => id)
  const { json, toRow } = rowsOf({ ...getTableColumns(fields), fileName: attachments.name }, (select) =>
    select
      .from(fields)
      .leftJoin(attachments, eq(attachments.fieldId, fields.id))
      .where(and(eq(fields.tenantId, tenantId), inArray(fields.signerId, ids)))
      .orderBy(asc(fields.id)),
  )
  return {
    json,
    toRow: (values) => {
      const { fileName, ...field }: FieldRow & { fileName: string | null } = toRow(values)
      return fileName === null ? field : { ...field, value: fileName }
    },
  }
}

/** As `selectSignerFields`, in a statement of its own. */
export async function findSignerFields(
  reader: Reader,
  ctx: Pick<Ctx, 'tenantId'>,
  session: Pick<SigningSession, 'sharers'>,
): Promise<FieldRow[]> {
  return (await readTogether(reader, { fields: selectSignerFields(ctx, session) })).fields
}

interface Sender {
  tenant: SigningRecord['tenant']
  email: string
}

/** How the signing page shows the tenant, and where signers reach the sender, for `readTogether`. */
export function selectSender({
  tenantId,
  createdById,
}: Pick<ProcessRow, 'tenantId' | 'createdById'>): RowsQuery<Sender> {
  const shown = { name: tenants.name, color: tenants.color, logo: tenantLogos.png }
  const { json, toRow } = rowsOf({ ...shown, email: senderEmail(createdById) }, (select) =>
    select
      .from(tenants)
      .leftJoin(tenantLogos, eq(tenantLogos.tenantId, tenants.id))
      .where(eq(tenants.id, tenantId)),
  )
  return {
    json,
    toRow: (values) => {
      const { email, ...tenant } = toRow(values)
      return { tenant: presentTenant(tenant), email: email ?? '' }
    },
  }
}

function presentTenant({ logo, ...tenant }: { name: string; color: string | null; logo: Uint8Array | null }) {
  return { ...tenant, logo_url: logo && toLogoUrl(logo) }
}

/** As `selectSender`, in a statement of its own. */
export async function findSender(
  reader: Reader,
  process: Pick<ProcessRow, 'tenantId' | 'createdById'>,
): Promise<Sender> {
  return (await readTogether(reader, { senders: selectSender(process) })).senders[0]!
}

/** SQL: the tenant's reply address, else that of the sender, else that of the oldest administrator. */
const senderEmail = (createdById: number | null) => sql<string | null>`coalesce(${tenants.replyTo}, (
  select ${users.email} from ${users} where ${users.tenantId} = ${tenants.id} and ${users.deletedAt} is null
  order by ${users.id} = ${createdById} desc nulls last, ${users.role} = 'tenant_admin' desc, ${users.id} limit 1))`
