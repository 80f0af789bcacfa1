import { and, asc, count, eq, gt, lte, or, type SQL, sql } from 'drizzle-orm'
import { processDocuments } from '#db/schema/processes'
import { vaultDocuments } from '#db/schema/vault'
import { listTenantIds } from '#db/tenancy/cross-tenant'
import { countDueStamps } from '#db/tenancy/cross-tenant-stamps'
import { read, write } from '#db/tenancy/tenant'
import { record } from '#lib/audit/record'
import { addDays, addSeconds, getDatabaseTime, isFuture, now } from '#lib/core/clock'
import { type Ctx, makeSystemCtx } from '#lib/core/ctx'
import { endFault, reportFault } from '#lib/core/runtime/faults'
import { gauge } from '#lib/core/runtime/metrics'
import { enqueuePurge } from '#lib/documents/purge'
import { loadStamping } from '#lib/keys/identities'
import { isTimeStampFilter } from '#lib/pades/cms/cms-verify'
import type { Signer, SigningIdentity } from '#lib/pades/cms/identity'
import type { BaselineLevel } from '#lib/pades/level'
import type { SignatureReport } from '#lib/pades/signature-report'
import { lockProcess } from '#lib/processes/load'
import type { EncryptedFile } from '#lib/storage/decrypt'
import { putStaged } from '#lib/storage/stage'
import { inThread } from '#lib/workers/pdf-pool'
import { endsLater, endsSoon, getRenewalTime, getStampEnds, isGain, MIN_INTERVAL_DAYS } from './stamp-end.ts'

export const RENEWAL_QUEUE = 'signing.renew-time-stamps'
const BATCH_SIZE = 50
/** The job of a night may have begun just before a file was due, and takes hours. */
const OVERDUE_DAYS = 2
/** For how long a file is not tried again that failed with a new time stamp: nearly until the next night. */
const PUT_OFF_SECONDS = 12 * 3600
const wasNotProlonged = sql`${vaultDocuments.seal} ? 'not_prolonged'`

/** How many files got a new time stamp, and how many had an error. */
interface Renewal {
  renewed: number
  /** Those that stay as they are, as they would not gain by a new time stamp. */
  ungained: number
  /** Those whose time stamp ends soon, and the new one no later, also where it was tried in an earlier night. */
  endingSoon: number
  failures: unknown[]
}

/** Time stamps are renewed also while no key can be used: the extension signs nothing. */
const withoutKey: Signer = {
  certificate: new Uint8Array(),
  chain: [],
  sign: () => Promise.reject(new Error('The renewal of time stamps has no key.')),
}

type DueDocument = Pick<
  typeof vaultDocuments.$inferSelect,
  'id' | 'processId' | 'documentId' | 'sha256' | 'seal' | 'renewAt'
>

interface Choice {
  dueAt: Date | null
  /** By command: also files that were not prolonged before, and those that are left to the job of the next night. */
  isByHand?: boolean
  signal?: AbortSignal
}

/**
 * Adds validation data and a new document time stamp to the files whose last one loses its worth soon, in all tenants.
 * @param dueAt files that are due then; those of all time with `null`
 */
export async function renewTimeStamps(
  now: Date,
  dueAt: Date | null = now,
  options: Omit<Choice, 'dueAt'> = {},
): Promise<Renewal> {
  const renewal: Renewal = { renewed: 0, ungained: 0, endingSoon: 0, failures: [] }
  for (const tenantId of await listTenantIds()) {
    const ctx = makeSystemCtx(tenantId, RENEWAL_QUEUE, now)
    await renewOfTenant(ctx, { ...options, dueAt }, renewal)
      .finally(async () => {
        renewal.endingSoon += await countNotProlonged(ctx)
      })
      .catch((error: unknown) => renewal.failures.push(error))
  }
  if (renewal.endingSoon > 0) reportFault('time_stamps_not_prolonged', { files: renewal.endingSoon })
  else if (renewal.failures.length === 0) endFault('time_stamps_not_prolonged')
  return renewal
}

/** The job: @throws AggregateError when files could not be renewed, so that it is retried */
export async function runRenewalJob({ signal }: { signal: AbortSignal }): Promise<void> {
  const time = now()
  const { failures } = await renewTimeStamps(time, time, { signal })
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} time stamps not renewed.`)
}

/** Registers how many files the job should have renewed: every worker has the same value. */
export function registerRenewalMetrics(): void {
  gauge(
    {
      name: 'time_stamps_overdue',
      help: `Files whose time stamp was to be renewed ${OVERDUE_DAYS} days ago.`,
    },
    async (set) => set(await countDueStamps(addDays(getDatabaseTime(), -OVERDUE_DAYS))),
  )
}

async function renewOfTenant(ctx: Ctx, choice: Choice, renewal: Renewal): Promise<void> {
  let batch = await findDue(ctx, choice, 0)
  if (batch.length === 0) return
  const identity = { ...withoutKey, ...(await loadStamping(false)) }
  // Time stamps were switched off: nothing can be renewed.
  if (!identity.stamp) return
  for (; batch.length > 0; batch = await findDue(ctx, choice, batch.at(-1)!.id))
    for (const document of batch) {
      choice.signal?.throwIfAborted()
      if (!choice.isByHand && isPutOff(document, ctx.now)) continue
      try {
        await renewDocument(ctx, document, identity, renewal, choice.dueAt === null)
      } catch (error) {
        renewal.failures.push(error)
      }
    }
}

function findDue({ tenantId }: Ctx, { dueAt, isByHand }: Choice, afterId: number): Promise<DueDocument[]> {
  const { id, processId, documentId, sha256, seal, renewAt } = vaultDocuments
  const isDue = dueAt ? or(lte(renewAt, dueAt), isByHand ? wasNotProlonged : undefined) : undefined
  return read({ tenantId }, (reader) =>
    reader
      .select({ id, processId, documentId, sha256, seal, renewAt })
      .from(vaultDocuments)
      .where(and(eq(vaultDocuments.tenantId, tenantId), gt(renewAt, new Date(0)), isDue, gt(id, afterId)))
      .orderBy(asc(id))
      .limit(BATCH_SIZE),
  )
}

/** Whether it is left to the job of the next night. */
function isPutOff({ seal }: DueDocument, now: Date): boolean {
  if (!seal.renewal_stamped_at) return false
  const stampedAt = new Date(seal.renewal_stamped_at)
  return !isFuture(stampedAt, now) && addSeconds(stampedAt, PUT_OFF_SECONDS) > now
}

/** The files that were tried and keep a time stamp that ends soon; each is tried again within a month. */
async function countNotProlonged({ tenantId, now }: Ctx): Promise<number> {
  const { renewAt } = vaultDocuments
  const isTriedAgain = and(gt(renewAt, new Date(0)), lte(renewAt, addDays(now, MIN_INTERVAL_DAYS)))
  const [row] = await read({ tenantId }, (reader) =>
    reader
      .select({ files: count() })
      .from(vaultDocuments)
      .where(and(eq(vaultDocuments.tenantId, tenantId), isTriedAgain, wasNotProlonged)),
  )
  return row!.files
}

/** Gives the file a new time stamp, and stores it. Where that fails, the copy is removed. */
async function renewDocument(
  ctx: Ctx,
  document: DueDocument,
  identity: SigningIdentity,
  renewal: Renewal,
  isForced: boolean,
): Promise<void> {
  const { tenantId } = ctx
  const stamp = async (digest: Uint8Array) => {
    const token = await identity.stamp!(digest)
    await noteStamp(ctx, document)
    return token
  }
  const { file, signature } = await inThread.revise(
    { tenantId, sha256: document.sha256 },
    { step: 'extend' },
    { ...identity, stamp },
  )
  try {
    await storeRenewed(ctx, document, { file, signature: signature! }, renewal, isForced)
  } catch (error) {
    await write(ctx, (tx) => enqueuePurge(tx, ctx, [file.identity.sha256], { graceSeconds: 0 }))
    throw error
  }
}

/** Puts the file off for every worker, unless it is stored: its time stamp may be paid. */
async function noteStamp(ctx: Ctx, document: DueDocument): Promise<void> {
  const note = JSON.stringify({ renewal_stamped_at: ctx.now.toISOString() })
  await write(ctx, (tx) =>
    tx
      .update(vaultDocuments)
      .set({ seal: sql`${vaultDocuments.seal} || ${note}::jsonb` })
      .where(isUnchanged(ctx, document)),
  )
}

/** Neither deleted, nor renewed by another worker. */
function isUnchanged({ tenantId }: Ctx, { id, sha256 }: DueDocument): SQL | undefined {
  return and(
    eq(vaultDocuments.tenantId, tenantId),
    eq(vaultDocuments.id, id),
    eq(vaultDocuments.sha256, sha256),
  )
}

/** Replaces the file by one whose beginning it is, where that `isGain`, and counts it. */
async function storeRenewed(
  ctx: Ctx,
  document: DueDocument,
  { file, signature }: { file: EncryptedFile; signature: SignatureReport },
  renewal: Renewal,
  isForced: boolean,
): Promise<void> {
  const { tenantId } = ctx
  await putStaged(file)
  const { sha256, size } = file.identity
  const { signatures } = await inThread.verifyStored({ tenantId, sha256 }, 'job')
  const seal = signatures.findLast(({ subFilter }) => !isTimeStampFilter(subFilter))
  if (seal?.isJudged && !seal.level) throw new Error('The seal of the renewed file is not valid.')
  // Of very many signatures some are not judged in time: the file keeps its level then.
  const previousLevel = document.seal.level.slice('B-'.length) as BaselineLevel
  const after = { level: seal?.isJudged ? seal.level! : previousLevel, stampEnds: getStampEnds(signature)! }
  const before = { level: previousLevel, stampEnds: getStampEnds(signatures.at(-2)!)! }
  const isKept = isGain(before, after, { now: ctx.now, isForced })
  if (!isKept) renewal.ungained++
  const isLater = endsLater(after.stampEnds, before.stampEnds, ctx.now)
  const isNotProlonged = !isLater && endsSoon((isKept ? after : before).stampEnds, ctx.now)
  const renewAt = getRenewalTime({ isFirst: false, ...(isKept ? after : before), now: ctx.now })
  const isReplaced = await write(ctx, async (tx) => {
    const process = await lockProcess(tx, { ...ctx, testMode: false }, document.processId)
    const seal = {
      ...document.seal,
      not_prolonged: isNotProlonged || undefined,
      renewal_stamped_at: undefined,
    }
    const columns = isKept ? { sha256, size, seal: { ...seal, level: `B-${after.level}` } } : { seal }
    const updated = await tx
      .update(vaultDocuments)
      .set({ ...columns, renewAt })
      .where(isUnchanged(ctx, document))
      .returning({ id: vaultDocuments.id })
    const isReplaced = isKept && updated.length > 0
    await enqueuePurge(tx, ctx, [isReplaced ? document.sha256 : sha256])
    if (!isReplaced) return false
    await tx
      .update(processDocuments)
      .set({ currentSha256: sha256, currentSize: size })
      .where(
        and(
          eq(processDocuments.tenantId, tenantId),
          eq(processDocuments.processId, process.id),
          eq(processDocuments.documentId, document.documentId),
        ),
      )
    await record(tx, ctx, {
      type: 'document.time_stamp_renewed',
      subject: { process: process.id },
      data: {
        process_id: process.id,
        document_id: document.documentId,
        previous_sha256: document.sha256,
        sha256,
        stamped_at: getDatabaseTime().toISOString(),
      },
    })
    return true
  })
  if (isReplaced) renewal.renewed++
}
