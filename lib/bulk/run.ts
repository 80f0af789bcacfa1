import { and, asc, eq } from 'drizzle-orm'
import { bulkSendRows } from '#db/schema/bulk'
import { toSplitRefusal } from '#db/tenancy/folders'
import { read, type Tx, write } from '#db/tenancy/tenant'
import { now } from '#lib/core/clock'
import { type Ctx, makeSystemCtx } from '#lib/core/ctx'
import { AppError } from '#lib/core/errors'
import { listJobsOfBulkSend } from '#lib/jobs/boss-internals'
import { type ErrorText, errorText } from '#lib/messages/errors'
import { checkedBefore, measurePresets } from '#lib/processes/fields/presets'
import { findProcess } from '#lib/processes/load'
import type { ProcessRow } from '#lib/processes/present'
import { sendProcess } from '#lib/processes/send'
import { lockTemplate } from '#lib/templates/load'
import { createDraft, discardDraft } from '#lib/templates/use'
import { setStatus } from './control.ts'
import { BULK_QUEUE, enqueueBulkSend } from './create.ts'
import type { BulkSendRow } from './present.ts'
import { type BulkSendJob, lockRunning, pauseRunning } from './running.ts'
import { makeJobCtx, makeRowCtx } from './sender.ts'
import { isOutdated, readStoredRow } from './stored-row.ts'

/** After this time the job ends and enqueues itself again, so that jobs of other tenants run in between. */
const TURN_SECONDS = 20
/** Codes of errors that every further row would get too: the bulk send pauses. */
const PAUSING_CODES: readonly string[] = [
  'quota_exceeded',
  'email_not_confirmed',
  'tenant_suspended',
  'forbidden',
  'insufficient_scope',
  'second_factor_setup_required',
]
/**
 * The paths of errors that the template causes, as each row was checked: once it is corrected, the remaining rows can be
 * sent.
 */
const TEMPLATE_PATH =
  /^(documents\b.*|fields\.\d+\.(condition|formula)|options\b.*|signers|signers\.\d+\.(role|otp|phone|access_code|signature_level)|values)$/
/** The paths of errors in the values of a row. */
const VALUE_PATH = /^(values\..+|fields\.\d+\.value)$/s

/** A row whose draft exists, and the context of its sender. */
interface ClaimedRow {
  ctx: Ctx
  bulkSend: BulkSendRow
  rowId: number
  processId: number
  /** Whether a job that did not come to its end has left the draft, of an earlier version of the template. */
  isDraftOutdated: boolean
  /** Whether the values were checked for an earlier state of the template. */
  isOutdated: boolean
}

/**
 * Sends row after row. The draft of a row is created in the transaction that stores its id in the row. A job that was
 * killed continues with that draft when it is repeated, so that nothing is sent twice.
 * @returns whether there may be more rows to send, after its time
 */
export async function runBulkSend(job: BulkSendJob): Promise<boolean> {
  const endMilliseconds = now().getTime() + TURN_SECONDS * 1000
  while (now().getTime() < endMilliseconds) if (!(await sendNextRow(job))) return false
  return true
}

/** Enqueues the next job of a bulk send that is running; only the last of its jobs does, as a resumed one may have two. */
export async function handOver(job: BulkSendJob, jobId: string): Promise<void> {
  const { tenantId, bulkSendId } = job
  await write({ tenantId }, async (tx) => {
    if (!(await lockRunning(tx, job))) return
    const jobs = await listJobsOfBulkSend(tenantId, bulkSendId, tx)
    if (jobs.findLastIndex(({ id }) => id === jobId) === jobs.length - 1)
      await enqueueBulkSend(tx, job, bulkSendId)
  })
}

/** Pauses the bulk send of a job that ends the process which runs it: the rows after the one that does would wait, too. */
export async function pauseTooHeavy({ tenantId, bulkSendId }: BulkSendJob): Promise<void> {
  const ctx = makeSystemCtx(tenantId, BULK_QUEUE, now())
  await write(ctx, (tx) => pauseRunning(tx, ctx, bulkSendId, errorText('failures.bulkSendTooHeavy')))
}

/** @returns whether there may be more rows to send now */
async function sendNextRow(job: BulkSendJob): Promise<boolean> {
  let claimed: ClaimedRow | null
  try {
    claimed = await write({ tenantId: job.tenantId }, (tx) => claimRow(tx, job))
  } catch (error) {
    if (!(error instanceof RowFailure)) throw error
    return handleFailure(error.row, error.cause)
  }
  if (!claimed) return false
  const { ctx, bulkSend, rowId, processId } = claimed
  // The draft may have been moved to a folder that its sender has no access to.
  const jobCtx = makeJobCtx(bulkSend)
  if (claimed.isDraftOutdated) {
    await discardUnsent(jobCtx, processId)
    return true
  }
  try {
    await sendProcess(ctx, processId)
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'unavailable') throw error
    const process = await discardUnsent(jobCtx, processId)
    if (!process) return true
    // A draft may have been cancelled. One that was sent: by a job that was killed before it updated the row.
    if (process.sentAt === null) return handleFailure(claimed, error)
  }
  // An erasure of the person may have ended the row meanwhile.
  await setRow(ctx, rowId, { status: 'sent', error: null })
  return true
}

/** Deletes a process that is a draft. @returns what it was; null if it was deleted meanwhile, as by a cancellation */
async function discardUnsent(ctx: Ctx, id: number): Promise<ProcessRow | null> {
  try {
    const process = await read(ctx, (reader) => findProcess(reader, ctx, id))
    if (process.status === 'draft') await discardDraft(ctx, id)
    return process
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return null
    throw error
  }
}

type FailingRow = Omit<ClaimedRow, 'processId' | 'isDraftOutdated'>

/** The draft of a row cannot be created. */
class RowFailure extends Error {
  readonly row: FailingRow
  override readonly cause: AppError

  constructor(row: FailingRow, cause: AppError) {
    super(cause.message)
    this.row = row
    this.cause = cause
  }
}

/** Pauses the bulk send, or stores the error in the row. @returns whether the next row can be sent */
async function handleFailure(row: FailingRow, error: AppError): Promise<boolean> {
  const { ctx, bulkSend, rowId } = row
  const pauseReason = findPauseReason(error, row)
  if (!pauseReason) {
    const details = Object.entries((error.details.errors ?? {}) as Record<string, string[]>)
    const message = details.map(([path, messages]) => `${path}: ${messages.join(' ')}`).join(' ')
    await setRow(ctx, rowId, { status: 'failed', processId: null, error: message || error.message })
    return true
  }
  // Not as the sender, who may not see the list any more.
  await write({ tenantId: ctx.tenantId }, (tx) => pauseRunning(tx, ctx, bulkSend.id, pauseReason))
  return false
}

/** Why no further row could be sent either, or not as it was checked; null for an error of one row. */
function findPauseReason({ code, text, fields }: AppError, { isOutdated }: FailingRow): ErrorText | null {
  if (PAUSING_CODES.includes(code)) return text
  for (const [path, [message]] of Object.entries(fields)) {
    if (TEMPLATE_PATH.test(path)) return message!
    if (message!.key !== 'documents.noFieldWithLabel' && !(isOutdated && VALUE_PATH.test(path))) continue
    if (!path.startsWith('values.')) return message!
    const label = path.slice('values.'.length)
    return errorText('processes.presetValueError', { label, message: message! })
  }
  return null
}

/**
 * The next row with its draft; null when the bulk send is not running or has no more rows, which completes it.
 * @throws RowFailure
 */
async function claimRow(tx: Tx, { tenantId, bulkSendId }: BulkSendJob): Promise<ClaimedRow | null> {
  const bulkSend = await lockRunning(tx, { tenantId, bulkSendId })
  if (!bulkSend) return null
  const [row] = await tx
    .select()
    .from(bulkSendRows)
    .where(and(eq(bulkSendRows.bulkSendId, bulkSendId), eq(bulkSendRows.status, 'pending')))
    .orderBy(asc(bulkSendRows.number))
    .limit(1)
  const job = makeJobCtx(bulkSend)
  if (!row) {
    await setStatus(tx, job, bulkSend, 'completed')
    return null
  }
  const ctx = await makeRowCtx(tx, job, bulkSend)
  if ('key' in ctx) {
    await setStatus(tx, job, bulkSend, 'paused', ctx)
    return null
  }
  const claimed = { ctx, bulkSend, rowId: row.id, isOutdated: false }
  try {
    const template = await lockTemplate(tx, ctx, bulkSend.templateId!)
    claimed.isOutdated = isOutdated(row, template)
    if (row.processId !== null) {
      const { status, templateVersion } = await findProcess(tx, ctx, row.processId)
      const isDraftOutdated = status === 'draft' && templateVersion !== template.versionNumber
      return { ...claimed, processId: row.processId, isDraftOutdated }
    }
    const input = readStoredRow(row, template)
    // The values were checked when the list was taken; sending matches the patterns, outside of this transaction.
    const checks = { ...checkedBefore }
    if (claimed.isOutdated) {
      const { fields, options } = template
      checks.findOverflow = await measurePresets(ctx, fields, [input.values], options.locale)
    }
    const processId = await createDraft(tx, ctx, template.id, input, checks)
    await tx.update(bulkSendRows).set({ processId }).where(eq(bulkSendRows.id, row.id))
    return { ...claimed, processId, isDraftOutdated: false }
  } catch (error) {
    const refusal = toSplitRefusal(error)
    if (!(refusal instanceof AppError) || refusal.code === 'unavailable') throw error
    throw new RowFailure(claimed, refusal)
  }
}

function setRow(ctx: Ctx, id: number, change: Partial<typeof bulkSendRows.$inferInsert>): Promise<void> {
  return write({ tenantId: ctx.tenantId }, async (tx) => {
    await tx
      .update(bulkSendRows)
      .set(change)
      .where(and(eq(bulkSendRows.tenantId, ctx.tenantId), eq(bulkSendRows.id, id)))
  })
}
