import { and, asc, eq, getTableColumns, inArray, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { type RowsQuery, readTogether, rowsOf, rowsOfTable } from '#db/lists/rows'
import { tenantLogos, tenants, users } from '#db/schema/identity'
import { fields, processes, signers } from '#db/schema/processes'
import { attachments } from '#db/schema/processes-links'
import type { Reader, Tx } from '#db/tenancy/tenant'
import type { Ctx } from '#lib/core/ctx'
import { notFound } from '#lib/core/errors'
import { seesFolder } from '#lib/folders/access'
import { toLogoUrl } from '#lib/identity/account/logo'
import { activeSuccessorId } from '#lib/identity/users/successor'
import { policy } from '#lib/policy'
import { lacksSignatures } from '#lib/processes/confirmations'
import { lockProcess } from '#lib/processes/load'
import type { FieldRow, ProcessRow, SignerRow } from '#lib/processes/present'
import { isRemote } from '#lib/processes/rules'
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
  return (await loadSigningSessionWith(reader, ctx, {})).session
}

type Queries<Rows> = { [Name in keyof Rows]: RowsQuery<Rows[Name]> }
interface SessionRows {
  sharers: SignerRow
  processes: ProcessRow
  signatures: { lacks: boolean }
}

/** As `loadSigningSession`, with the rows of other selects in the same statement. */
export async function loadSigningSessionWith<Rows extends Record<string, unknown>>(
  reader: Reader,
  ctx: Ctx,
  others: Queries<Rows>,
): Promise<{ session: SigningSession; found: { [Name in keyof Rows]: Rows[Name][] } }> {
  const { id, processId, sessionId, place } = getActingSigner(ctx)
  const lacks = lacksSignatures(reader, ctx, { id: processId, testMode: ctx.testMode })
  const isProcess = and(eq(processes.tenantId, ctx.tenantId), eq(processes.id, processId))
  const own: Queries<SessionRows> = {
    sharers: rowsOfTable(signers, isOfLink(ctx), asc(signers.order), asc(signers.id)),
    processes: rowsOfTable(processes, isProcess),
    signatures: rowsOf({ lacks }, (select) => select.from(processes).where(isProcess)),
  }
  const found = await readTogether<Rows & SessionRows>(reader, { ...others, ...own } as Queries<
    Rows & SessionRows
  >)
  const sharers = sortByDuty(found.sharers)
  const [process] = found.processes
  const [signer] = sharers
  // A correction has replaced the link, or gave it to someone else who confirms a code of their own.
  if (!process || signer?.id !== id) throw notFound()
  // After a correction, or since a later turn, the person confirms at a provider, which only their own page can show.
  if (place && sharers.some((sharer) => isRemote(process, sharer))) throw notFound()
  const allSigned = process.status === 'in_progress' && !found.signatures[0]!.lacks
  return { session: { process, signer, sharers, sessionId, allSigned }, found }
}

/** As `loadSigningSession`, with the process locked until the transaction ends. */
export async function lockSigningSession(tx: Tx, ctx: Ctx): Promise<SigningSession> {
  return (await lockSigningSessionWith(tx, ctx, {})).session
}

/** As `loadSigningSessionWith`, with the process locked until the transaction ends. */
export async function lockSigningSessionWith<Rows extends Record<string, unknown>>(
  tx: Tx,
  ctx: Ctx,
  others: Queries<Rows>,
) {
  await lockProcess(tx, ctx, getActingSigner(ctx).processId)
  return loadSigningSessionWith(tx, ctx, others)
}

/** SQL: whether a row of `signers` is one of those who share the link of a signer's context. */
function isOfLink(ctx: Ctx) {
  const { processId, tokenHash } = getActingSigner(ctx)
  return and(
    eq(signers.tenantId, ctx.tenantId),
    eq(signers.processId, processId),
    eq(signers.tokenHash, tokenHash),
  )
}

/** SQL: whether this is the id of a signer who shares the link of a signer's context. */
export function isSignerOfLink(ctx: Ctx, signerId: PgColumn): SQL {
  return sql`${signerId} in (select ${signers.id} from ${signers} where ${isOfLink(ctx)})`
}

/**
 * The fields of all signers of a link, in the order they were placed, for `readTogether`; an attachment has the name of
 * its file as value.
 */
export function selectSignerFields(ctx: Ctx): RowsQuery<FieldRow> {
  const { json, toRow } = rowsOf({ ...getTableColumns(fields), fileName: attachments.name }, (select) =>
    select
      .from(fields)
      .leftJoin(attachments, eq(attachments.fieldId, fields.id))
      .where(and(eq(fields.tenantId, ctx.tenantId), isSignerOfLink(ctx, fields.signerId)))
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
export async function findSignerFields(reader: Reader, ctx: Ctx): Promise<FieldRow[]> {
  return (await readTogether(reader, { fields: selectSignerFields(ctx) })).fields
}

/** Who has sent a process or made a link; SQL, where that is read with the tenant. */
interface SenderRef {
  tenantId: number
  userId: number | SQL | null
  /** The folder of the process or template; null: in none. */
  folderId: number | SQL | null
}

interface Sender {
  tenant: SigningRecord['tenant']
  email: string
}

/** How the signing page shows the tenant, and where signers reach the sender, for `readTogether`. */
function selectSender(ref: SenderRef): RowsQuery<Sender> {
  const shown = { name: tenants.name, color: tenants.color, logo: tenantLogos.png }
  const { json, toRow } = rowsOf({ ...shown, email: senderEmail(ref) }, (select) =>
    select
      .from(tenants)
      .leftJoin(tenantLogos, eq(tenantLogos.tenantId, tenants.id))
      .where(eq(tenants.id, ref.tenantId)),
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

/** The sender of the process of a signer's context, for `readTogether`. */
export function selectSenderOfLink(ctx: Ctx): RowsQuery<Sender> {
  const isProcess = and(
    eq(processes.tenantId, ctx.tenantId),
    eq(processes.id, getActingSigner(ctx).processId),
  )
  const { sentById, createdById } = processes
  const userId = sql`(select coalesce(${sentById}, ${createdById}) from ${processes} where ${isProcess})`
  const folderId = sql`(select ${processes.folderId} from ${processes} where ${isProcess})`
  return selectSender({ tenantId: ctx.tenantId, userId, folderId })
}

/** How pages for visitors show a tenant, and where they reach the sender. */
export async function findSender(reader: Reader, ref: SenderRef): Promise<Sender> {
  return (await readTogether(reader, { senders: selectSender(ref) })).senders[0]!
}

/**
 * SQL: the tenant's reply address, else that of the sender or their successor, if they may change processes and see the
 * folder, else that of the oldest administrator.
 */
const senderEmail = ({ tenantId, userId, folderId }: SenderRef) => sql<
  string | null
>`coalesce(${tenants.replyTo}, (
  select ${users.email} from ${users} where ${users.tenantId} = ${tenants.id} and ${users.deletedAt} is null
    and ${inArray(users.role, policy['process.write'].roles)} and ${seesFolder(folderId)}
  order by ${users.id} = ${activeSuccessorId({ tenantId }, userId)} desc nulls last, ${users.role} = 'tenant_admin' desc, ${users.id} limit 1))`
