import { and, asc, eq } from 'drizzle-orm'
import { documents } from '#db/schema/documents'
import { fields, processDocuments, processes, signers } from '#db/schema/processes'
import type { Reader, Tx } from '#db/tenancy/tenant'
import type { Ctx } from '#lib/core/ctx'
import { notFound } from '#lib/core/errors'
import type { ProcessRow, WholeProcess } from './present.ts'

/** The processes an actor may see: of its tenant and, for a user or API key, of live or test mode. */
function visibleProcesses({ tenantId, actor, testMode }: Ctx) {
  const hasMode = actor.type === 'user' || actor.type === 'api_key'
  return and(eq(processes.tenantId, tenantId), hasMode ? eq(processes.testMode, testMode) : undefined)
}

/** One process of the tenant. @throws AppError `not_found`. */
export async function findProcess(reader: Reader, ctx: Ctx, id: number): Promise<ProcessRow> {
  const [row] = await reader
    .select()
    .from(processes)
    .where(and(visibleProcesses(ctx), eq(processes.id, id)))
  if (!row) throw notFound()
  return row
}

/** As `findProcess`, locked until the transaction ends. */
export async function lockProcess(tx: Tx, ctx: Ctx, id: number): Promise<ProcessRow> {
  const [row] = await tx
    .select()
    .from(processes)
    .where(and(visibleProcesses(ctx), eq(processes.id, id)))
    .for('update')
  if (!row) throw notFound()
  return row
}

/** One process with its documents, signers and fields. */
export async function wholeProcess(reader: Reader, ctx: Ctx, process: ProcessRow): Promise<WholeProcess> {
  const [documentRows, signerRows, fieldRows] = await Promise.all([
    reader
      .select({
        documentId: processDocuments.documentId,
        position: processDocuments.position,
        pageCount: processDocuments.pageCount,
        fileDeletedAt: processDocuments.fileDeletedAt,
        name: documents.name,
        status: documents.status,
      })
      .from(processDocuments)
      .innerJoin(documents, eq(documents.id, processDocuments.documentId))
      .where(and(eq(processDocuments.tenantId, ctx.tenantId), eq(processDocuments.processId, process.id)))
      .orderBy(asc(processDocuments.position), asc(processDocuments.id)),
    reader
      .select()
      .from(signers)
      .where(and(eq(signers.tenantId, ctx.tenantId), eq(signers.processId, process.id)))
      .orderBy(asc(signers.order), asc(signers.id)),
    reader
      .select()
      .from(fields)
      .where(and(eq(fields.tenantId, ctx.tenantId), eq(fields.processId, process.id)))
      .orderBy(asc(fields.id)),
  ])
  return { process, documents: documentRows, signers: signerRows, fields: fieldRows }
}
