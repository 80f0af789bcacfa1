import type { SealSummary } from '#db/schema/vault'
import { read, type Tx, write } from '#db/tenancy/tenant'
import { trailOf } from '#lib/audit/trail'
import type { Ctx } from '#lib/core/ctx'
import { logoOf } from '#lib/identity/account/logo'
import { platformIdentity } from '#lib/keys/identities'
import type { SigningIdentity } from '#lib/pades/cms/identity'
import type { SignatureReport } from '#lib/pades/verify'
import type { CurrentRevision } from '#lib/processes/documents/revisions'
import { lockProcess } from '#lib/processes/load'
import { isSigning } from '#lib/processes/rules'
import { markCompleted } from '#lib/processes/transitions'
import { getBytes, putBytes } from '#lib/storage/files'
import { storeInVault } from '#lib/vault/store'
import { inThread } from '#lib/workers/pdf-pool'
import { tenantNameOf } from '../load.ts'
import {
  logStep,
  type Revision,
  replaceRevision,
  type SealContext,
  StaleRevision,
  storeRevision,
  timeOfStep,
} from './context.ts'
import { evidenceOf } from './evidence.ts'

/** A revision with the platform's seal. */
interface SealedRevision extends Revision {
  seal: SealSummary
}

interface Evidence {
  certificateSha256: string
  trailSha256: string
}

/**
 * The last step: seals every document, creates the certificate of completion and the trail, then in one transaction
 * stores them in the vault and completes the documents and the process.
 */
export async function completeProcess(seal: SealContext): Promise<void> {
  const identity = await platformIdentity(seal.ctx, seal.process.testMode)
  const revisions: SealedRevision[] = []
  for (const document of seal.documents) revisions.push(await sealOne(seal, document, identity))
  const evidence = await writeEvidence(seal, revisions)
  logStep('evidence')
  const ctx = { ...seal.ctx, now: timeOfStep(seal) }
  await write(ctx, async (tx) => {
    const process = await lockProcess(tx, ctx, seal.process.id)
    for (const revision of revisions) {
      await replaceRevision(tx, seal, revision, { sealedAt: ctx.now })
      await storeDocuments(tx, ctx, { ...seal, process }, revision, evidence)
    }
    if (!(await markCompleted(tx, ctx, process))) throw new StaleRevision('The process has ended otherwise.')
  })
  logStep('completed')
}

async function sealOne(
  seal: SealContext,
  document: CurrentRevision,
  identity: SigningIdentity,
): Promise<SealedRevision> {
  const bytesBefore = await getBytes(seal.ctx.tenantId, document.sha256)
  const bytesAfter = await inThread.seal(bytesBefore, { identity, at: timeOfStep(seal) })
  logStep('platform sealed', { document: document.documentId })
  const revision = await storeRevision(seal, document, bytesBefore, bytesAfter, { signs: true })
  return { ...revision, seal: summaryOf(revision.signature!) }
}

async function writeEvidence(seal: SealContext, revisions: Revision[]): Promise<Evidence> {
  const { tenantId } = seal.ctx
  const [events, name, logo] = await read(seal.ctx, async (reader) => [
    await trailOf(reader, seal.ctx, { process: seal.process.id }),
    await tenantNameOf(reader, seal.ctx),
    await logoOf(reader, seal.ctx),
  ])
  const input = await evidenceOf(seal, revisions, events, { name, logo }, timeOfStep(seal))
  const certificate = await inThread.report({ ...input, kind: 'certificate' })
  const trail = await inThread.report({ ...input, kind: 'trail' })
  return {
    certificateSha256: (await putBytes(tenantId, certificate)).sha256,
    trailSha256: (await putBytes(tenantId, trail)).sha256,
  }
}

function storeDocuments(
  tx: Tx,
  ctx: Ctx,
  { process, signers }: SealContext,
  { document, sha256, size, seal }: SealedRevision,
  evidence: Evidence,
): Promise<void> {
  return storeInVault(tx, ctx, {
    process,
    document: { id: document.documentId, name: document.name, sha256, size, pageCount: document.pageCount },
    ...evidence,
    signers: signers
      .filter(isSigning)
      .map(({ name, email, signedAt }) => ({ name, email, signed_at: signedAt?.toISOString() ?? null })),
    seal,
  })
}

/** The level is that of EN 319 142-1, 6.1. */
function summaryOf({ issuerName, serialNumber, timestampedAt }: SignatureReport): SealSummary {
  return {
    level: timestampedAt ? 'B-T' : 'B-B',
    issuer: issuerName,
    serial: serialNumber.toLowerCase(),
    timestamped_at: timestampedAt ?? null,
  }
}
