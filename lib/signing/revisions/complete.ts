import type { SealSummary } from '#db/schema/vault'
import { type Tx, write } from '#db/tenancy/tenant'
import { appendHead } from '#lib/audit/log/append'
import type { HeadProof } from '#lib/audit/log/proof'
import { now } from '#lib/core/clock'
import type { Ctx } from '#lib/core/ctx'
import { AppError } from '#lib/core/errors'
import { log } from '#lib/core/log'
import { counter, gauge, histogram } from '#lib/core/runtime/metrics'
import { loadPlatformIdentity } from '#lib/keys/identities'
import type { SigningIdentity } from '#lib/pades/cms/identity'
import { isTransient } from '#lib/pades/error'
import type { NamedHead } from '#lib/pades/named-head'
import type { SignatureReport } from '#lib/pades/signature-report'
import type { ReportInput } from '#lib/pdf/report/input'
import type { CurrentRevision } from '#lib/processes/documents/revisions'
import { lockProcess } from '#lib/processes/load'
import type { ProcessRow } from '#lib/processes/present'
import { isSigning } from '#lib/processes/rules'
import { reportLanguage } from '#lib/processes/trail/trail-report'
import { markCompleted } from '#lib/processes/transitions'
import { putBytes } from '#lib/storage/files'
import { storeInVault } from '#lib/vault/store'
import { inThread } from '#lib/workers/pdf-pool'
import { threadErrorCode } from '#lib/workers/thread-error'
import type { EmbeddedFile } from '#lib/workers/threads'
import {
  describeSealer,
  getStepTime,
  listReplaced,
  logStep,
  purgeReplaced,
  type Revision,
  replaceRevision,
  reviseDocument,
  StaleRevision,
  type StepContext,
} from './context.ts'
import { loadEmbeddedEvidence } from './embedded-evidence.ts'
import { loadEvidence } from './evidence.ts'
import { getNextEnd, getRenewalTime, getStampEnds, type StampEnds } from './stamp-end.ts'

const seals = counter({
  name: 'seals_total',
  help: 'Finished files that were sealed, by level (EN 319 142-1, 6.1).',
  labels: ['level'],
})
const completions = histogram({
  name: 'completion_seconds',
  help: 'From the last signature of a process to its sealed files in the vault.',
})
/** Of the file that this process sealed last. */
let lastStampEnd: Date | null = null
gauge(
  {
    name: 'time_stamp_end_timestamp_seconds',
    help: 'When the time stamp of the file sealed last loses its worth.',
  },
  (set) => {
    if (lastStampEnd) set(lastStampEnd.getTime() / 1000)
  },
)

/** A revision with the platform's seal. */
interface SealedRevision extends Revision {
  seal: SealSummary
}

type SealReport = (report: ReportInput, files?: EmbeddedFile[]) => Promise<Uint8Array>

interface Evidence {
  certificateSha256: string
  trailSha256: string
}

/**
 * The last step: seals every document, creates the certificate of completion and the trail, then in one transaction
 * stores them in the vault and completes the documents and the process.
 */
export async function completeProcess(step: StepContext): Promise<void> {
  const identity = await loadPlatformIdentity(step.ctx, step.process.testMode, step.keys)
  const revisions: SealedRevision[] = []
  const head = step.head!
  // Each signature gets its sealed file, also while the log is not available; a job appends the head later.
  const proof = await appendHead(head, now()).catch((error: unknown) => {
    log().error({ err: error }, 'a process is completed without its place in the transparency log')
    return null
  })
  for (const document of step.documents) revisions.push(await sealOne(step, document, identity, head))
  // The certificate says when the process was completed, before it is.
  const ctx = { ...step.ctx, now: getStepTime(step) }
  const evidence = await writeEvidence({ ...step, ctx }, revisions, identity, proof)
  logStep('evidence')
  await write(ctx, async (tx) => {
    const process = await lockProcess(tx, ctx, step.process.id)
    for (const revision of revisions) {
      await replaceRevision(tx, step, revision, { sealedAt: ctx.now })
      await storeDocuments(tx, ctx, { ...step, process }, revision, evidence)
    }
    await purgeReplaced(tx, ctx, listReplaced(step, revisions))
    if (!(await markCompleted(tx, ctx, process, describeSealer(identity))))
      throw new StaleRevision('The process has ended otherwise.')
  })
  logStep('completed')
  for (const revision of revisions) {
    seals.inc({ level: revision.seal.level })
    const stampEnds = getEndsOfLastStamp(revision)
    lastStampEnd = stampEnds && getNextEnd(stampEnds, now())
  }
  const lastSignedAt = Math.max(...step.signers.map(({ signedAt }) => signedAt?.getTime() ?? 0))
  completions.observe(Math.max(0, now().getTime() - lastSignedAt) / 1000)
}

async function sealOne(
  step: StepContext,
  document: CurrentRevision,
  identity: SigningIdentity,
  head: NamedHead,
): Promise<SealedRevision> {
  const input = { at: getStepTime(step), head }
  const revision = await reviseDocument(step, document, { step: 'seal', input }, identity)
  return { ...revision, seal: toSummary(revision.signature!) }
}

async function writeEvidence(
  step: StepContext,
  revisions: Revision[],
  identity: SigningIdentity,
  proof: HeadProof | null,
): Promise<Evidence> {
  const { tenantId } = step.ctx
  const input = await loadEvidence(step, revisions, step.ctx.now, proof)
  const { chain } = step.head!
  const seal: SealReport = (report, files) => inThread.sealedReport(report, chain, identity, files)
  const trail = await seal({ ...input, kind: 'trail' })
  const { sha256: trailSha256 } = await putBytes(tenantId, trail)
  const report: ReportInput = { ...input, kind: 'certificate' }
  const certificate = step.process.options.embed_evidence
    ? await sealEmbedding(seal, report, step.process, () =>
        loadEmbeddedEvidence(step, revisions, trailSha256),
      )
    : await seal(report)
  return { certificateSha256: (await putBytes(tenantId, certificate)).sha256, trailSha256 }
}

/** Whether a later try may succeed: a key, an authority, the database or the storage is away, or all threads are taken. */
function mayPass(error: unknown): boolean {
  // An AppError of a thread has lost its class.
  const { name, code } = error as AppError
  const isAway = (error instanceof AppError || name === 'AppError') && code === 'unavailable'
  return isAway || isTransient(error) || threadErrorCode(error) === 'busy'
}

/** Where the files cannot be embedded, the certificate is made without them and says so: the process is completed. */
async function sealEmbedding(
  seal: SealReport,
  report: ReportInput,
  process: ProcessRow,
  loadFiles: () => Promise<EmbeddedFile[]>,
): Promise<Uint8Array> {
  try {
    return await seal(report, await loadFiles())
  } catch (error) {
    if (mayPass(error)) throw error
    log().error({ err: error, process: process.id }, 'a certificate of completion has no embedded evidence')
    const evidenceNote = `${report.labels.evidenceNote} ${reportLanguage(process).texts.notEmbedded}`
    return seal({ ...report, labels: { ...report.labels, evidenceNote } })
  }
}

function storeDocuments(
  tx: Tx,
  ctx: Ctx,
  { process, signers }: StepContext,
  revision: SealedRevision,
  evidence: Evidence,
): Promise<void> {
  const { document, sha256, size, seal, signature } = revision
  return storeInVault(tx, ctx, {
    process,
    document: { id: document.documentId, name: document.name, sha256, size, pageCount: document.pageCount },
    ...evidence,
    signers: signers
      .filter(isSigning)
      .map(({ name, email, signedAt }) => ({ name, email, signed_at: signedAt?.toISOString() ?? null })),
    seal,
    renewAt: getRenewalTime({
      isFirst: true,
      level: signature!.level,
      stampEnds: getEndsOfLastStamp(revision),
      now: ctx.now,
    }),
  })
}

/** The document time stamp protects that of the seal, and may be of another authority. */
function getEndsOfLastStamp({ documentTimeStamp, signature }: SealedRevision): StampEnds | null {
  return getStampEnds(documentTimeStamp ?? signature!)
}

/** The level is that of EN 319 142-1, 6.1. */
function toSummary({ issuerName, serialNumber, timestamps, level }: SignatureReport): SealSummary {
  return {
    level: `B-${level}`,
    issuer: issuerName,
    serial: serialNumber.toLowerCase(),
    timestamped_at: timestamps[0]?.time ?? null,
  }
}
