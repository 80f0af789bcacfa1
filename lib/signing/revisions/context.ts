import { X509Certificate } from 'node:crypto'
import { and, eq, isNull } from 'drizzle-orm'
import { readTogether } from '#db/lists/rows'
import { processDocuments } from '#db/schema/processes'
import { type Tx, write } from '#db/tenancy/tenant'
import { selectTrailHead } from '#lib/audit/trail'
import { isFuture, latest, now } from '#lib/core/clock'
import { type Ctx, makeSystemCtx } from '#lib/core/ctx'
import { log } from '#lib/core/log'
import { enqueuePurge } from '#lib/documents/purge'
import { selectTenantKeys, type TenantKeys } from '#lib/keys/identities'
import type { SigningIdentity } from '#lib/pades/cms/identity'
import { parseCommonName } from '#lib/pades/cms/names'
import type { NamedHead } from '#lib/pades/named-head'
import type { RevisionStep } from '#lib/pades/revise'
import { type Confirmation, findConfirmations } from '#lib/processes/confirmations'
import { type CurrentRevision, selectRevisions } from '#lib/processes/documents/revisions'
import { selectFields } from '#lib/processes/fields/fields'
import { lockProcess } from '#lib/processes/load'
import type { FieldRow, ProcessRow, SignerRow } from '#lib/processes/present'
import { REVISION_QUEUE } from '#lib/processes/revision-queue'
import { isRemote } from '#lib/processes/rules'
import { selectSigners } from '#lib/processes/signers/invite'
import { isComplete } from '#lib/processes/signers/turns'
import { putStaged } from '#lib/storage/stage'
import { inThread, type StagedRevision } from '#lib/workers/pdf-pool'

/** The process of a revision job. */
export interface RevisionJob {
  tenantId: number
  processId: number
  /** It only enqueues another one, so that those of one process run one after the other. */
  isLater?: boolean
}

/** The state of a process at the start of a step. */
export interface StepContext {
  ctx: Ctx
  process: ProcessRow
  documents: CurrentRevision[]
  signers: SignerRow[]
  fields: FieldRow[]
  /** The files that the earlier steps of the job have replaced. */
  replaced: string[]
  /** The head of the trail once everyone has signed. */
  head: NamedHead | null
  /** The keys of the tenant, encrypted. */
  keys: TenantKeys
  /** What signers have confirmed, or have to, for their remote signing service. */
  confirmations: Confirmation[]
}

/** A new revision of a document: verified and stored, but not current yet. */
export interface Revision extends Pick<StagedRevision, 'signature' | 'documentTimeStamp' | 'added'> {
  document: CurrentRevision
  sha256: string
  size: number
}

/** Another worker stored a revision first: this one is discarded, and the job starts again. */
export class StaleRevision extends Error {}

/**
 * The time of a step: never before the changes that it follows. Those that are further ahead than clocks may differ are of
 * before the clock of the database was set back, and count for nothing.
 */
export function getStepTime({ process, signers }: Pick<StepContext, 'process' | 'signers'>): Date {
  const time = now()
  const changes = [process.updatedAt, ...signers.flatMap(({ signedAt }) => signedAt ?? [])]
  return changes.filter((change) => !isFuture(change, time)).reduce(latest, time)
}

/** Which seal a step of the platform was made with, for the trail: another one may make the next. */
export function describeSealer({ certificate }: Pick<SigningIdentity, 'certificate'>) {
  const { subject, serialNumber } = new X509Certificate(certificate)
  return { seal: parseCommonName(subject), seal_serial: serialNumber.toLowerCase() }
}

/** Reads the process for the first step of a job, after a concurrent change has committed. */
export function loadStepContext(job: RevisionJob): Promise<StepContext> {
  return write({ tenantId: job.tenantId }, (tx) => lockStepContext(tx, job))
}

/** Reads the process and locks it until the transaction ends. */
export async function lockStepContext(tx: Tx, { tenantId, processId }: RevisionJob): Promise<StepContext> {
  const ctx = makeSystemCtx(tenantId, REVISION_QUEUE, now())
  return readStepContext(tx, ctx, await lockProcess(tx, ctx, processId))
}

/**
 * The context of the next step, read in the transaction that has locked the process and made the changes of this one.
 */
export async function readStepContext(
  tx: Tx,
  ctx: Ctx,
  process: ProcessRow,
  replaced: string[] = [],
): Promise<StepContext> {
  const { signers, documents, fields, heads, ...keys } = await readTogether(tx, {
    signers: selectSigners(ctx, process.id),
    documents: selectRevisions(ctx, process.id),
    fields: selectFields(ctx, process.id),
    heads: selectTrailHead(ctx, { process: process.id }),
    ...selectTenantKeys(ctx, process.testMode),
  })
  return {
    ctx: { ...ctx, testMode: process.testMode },
    ...{ process, signers, documents, fields, keys, replaced },
    head: isComplete(signers) ? heads[0]! : null,
    confirmations: await findStepConfirmations(tx, ctx, process, signers),
  }
}

/** The confirmations of a process; only one with signers of a remote signing service has any. */
export async function findStepConfirmations(tx: Tx, ctx: Ctx, process: ProcessRow, signers: SignerRow[]) {
  const isAnyRemote = signers.some((signer) => isRemote(process, signer))
  return isAnyRemote ? findConfirmations(tx, ctx, process.id) : []
}

/** Makes and verifies the next revision of a document in one trip to a thread, and stores it by hash. */
export async function reviseDocument(
  { ctx: { tenantId } }: StepContext,
  document: CurrentRevision,
  step: RevisionStep,
  identity: SigningIdentity,
): Promise<Revision> {
  const { documentId, sha256: currentSha256, revision } = document
  const { file, ...made } = await inThread.revise({ tenantId, sha256: currentSha256 }, step, identity)
  logStep(doneSteps[step.step], { document: documentId })
  await putStaged(file)
  const { sha256, size } = file.identity
  logStep('stored', { document: documentId, revision: revision + 1, sha256 })
  return { document, sha256, size, ...made }
}

const doneSteps = {
  prepare: 'fields made',
  sign: 'signed',
  seal: 'platform sealed',
  extend: 'extended',
} as const

/** Makes a revision the current one, unless another was stored or the file deleted meanwhile. */
export async function replaceRevision(
  tx: Tx,
  { ctx }: StepContext,
  { document, sha256, size }: Revision,
  otherColumns: Partial<typeof processDocuments.$inferInsert> = {},
): Promise<void> {
  const updatedRows = await tx
    .update(processDocuments)
    .set({ ...otherColumns, revision: document.revision + 1, currentSha256: sha256, currentSize: size })
    .where(
      and(
        eq(processDocuments.tenantId, ctx.tenantId),
        eq(processDocuments.id, document.id),
        eq(processDocuments.revision, document.revision),
        eq(processDocuments.currentSha256, document.sha256),
        isNull(processDocuments.fileDeletedAt),
      ),
    )
    .returning({ id: processDocuments.id })
  if (updatedRows.length === 0)
    throw new StaleRevision('Another worker stored a revision first, or the file was deleted.')
}

/** Enqueues the removal of replaced files at the end of a job. Not at once: signers may be reading them. */
export function purgeReplaced(tx: Tx, ctx: Ctx, replaced: string[]): Promise<void> {
  return enqueuePurge(tx, ctx, replaced)
}

/** The files that a job has replaced, with those of these revisions. */
export function listReplaced({ replaced }: StepContext, revisions: Revision[]): string[] {
  return [...replaced, ...revisions.map(({ document }) => document.sha256)]
}

/** Logs a finished step. */
export function logStep(step: string, data: Record<string, string | number> = {}): void {
  log().debug({ step, ...data }, 'seal')
}
