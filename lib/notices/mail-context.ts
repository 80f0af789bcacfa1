import { and, eq, getTableColumns } from 'drizzle-orm'
import { readTogether, rowsOf } from '#db/lists/rows'
import { tenants } from '#db/schema/identity'
import { processes } from '#db/schema/processes'
import { replacedLinks } from '#db/schema/processes-links'
import type { Reader, Tx } from '#db/tenancy/tenant'
import type { RecordedEvent } from '#lib/audit/trail'
import type { Ctx } from '#lib/core/ctx'
import { selectRevisions } from '#lib/processes/documents/revisions'
import { getSender, type ProcessRow, type SignerRow } from '#lib/processes/present'
import { findEmailed } from '#lib/processes/signers/delivery'
import { selectSigners } from '#lib/processes/signers/invite'
import { safeName } from './sanitize.ts'

/** The names of a process as emails show them: single lines without links. */
export interface MailProcess {
  process: string
  tenant: string
  sender: string
  test: boolean
}

/** The process of an event with its signers. */
export interface ProcessMailContext {
  row: ProcessRow
  process: MailProcess
  /** The language of the organisation. */
  tenantLocale: string
  signers: SignerRow[]
  documents: string[]
}

/** The process of an event, as `loadProcessContext`. */
export function loadMailContext(
  reader: Reader,
  ctx: Ctx,
  { data }: RecordedEvent,
  ids?: number[],
): Promise<ProcessMailContext | null> {
  return loadProcessContext(reader, ctx, Number(data.process_id), ids)
}

/** A process with all of its signers or those with `ids`; null when it was deleted. */
export async function loadProcessContext(
  reader: Reader,
  ctx: Ctx,
  processId: number,
  ids?: number[],
): Promise<ProcessMailContext | null> {
  const found = await readTogether(reader, {
    rows: rowsOf(
      { ...getTableColumns(processes), tenant: tenants.name, tenantLocale: tenants.locale },
      (select) =>
        select
          .from(processes)
          .innerJoin(tenants, eq(tenants.id, processes.tenantId))
          .where(and(eq(processes.tenantId, ctx.tenantId), eq(processes.id, processId))),
    ),
    revisions: selectRevisions(ctx, processId),
    signers: selectSigners(ctx, processId, ids),
  })
  const [joined] = found.rows
  if (!joined) return null
  const { tenant, tenantLocale, ...row } = joined
  return {
    row,
    process: {
      process: safeName(row.name),
      tenant: safeName(tenant),
      sender: safeName(getSender(row).name),
      test: row.testMode,
    },
    tenantLocale,
    signers: found.signers,
    documents: found.revisions.map(({ name }) => safeName(name)),
  }
}

/** The signers who may get emails: none when notifications are disabled. An erased person has no link. */
export function listNotifiableSigners({ row, signers }: ProcessMailContext): SignerRow[] {
  if (!row.options.enable_notifications) return []
  return signers.filter((signer) => signer.invitedAt !== null && signer.tokenNonce !== null)
}

/**
 * Who is notified that a process has ended without their signature: the notifiable signers, and those who wait again since a
 * correction, after they were emailed a link. Their emails are looked up only where a link of the process has ended.
 */
export async function listNotifiedOfEnd(tx: Tx, ctx: Ctx, context: ProcessMailContext): Promise<SignerRow[]> {
  const { row, signers } = context
  if (!row.options.enable_notifications) return []
  const replaced = await tx
    .select({ id: replacedLinks.id })
    .from(replacedLinks)
    .where(and(eq(replacedLinks.tenantId, ctx.tenantId), eq(replacedLinks.processId, row.id)))
    .limit(1)
  if (replaced.length === 0) return listNotifiableSigners(context)
  const waiting = signers.filter(({ invitedAt, erasedAt }) => invitedAt === null && erasedAt === null)
  const addresses = waiting.map(({ email }) => email)
  const emailed = await findEmailed(tx, ctx, row.id, addresses)
  const waitingAgain = waiting.filter(({ email }) => emailed.has(email.toLowerCase()))
  return [...listNotifiableSigners(context), ...waitingAgain]
}
