import { write } from '#db/tenancy/tenant'
import { record } from '#lib/audit/record'
import { type SignerIdentity, signerIdentity } from '#lib/keys/identities'
import { enginePartyOf, fieldValues } from '#lib/processes/documents/engine-input'
import { lockProcess } from '#lib/processes/load'
import type { SignerRow } from '#lib/processes/present'
import { markEmbedded, markSealError } from '#lib/processes/transitions'
import { getBytes } from '#lib/storage/files'
import { inThread } from '#lib/workers/pdf-pool'
import {
  logStep,
  type Revision,
  replaceRevision,
  type SealContext,
  storeRevision,
  timeOfStep,
} from './context.ts'
import { marksOf } from './marks.ts'

/** The next signer whose signature is not embedded yet, in the order of signing. */
export function nextToEmbed({ signers }: Pick<SealContext, 'signers'>): SignerRow | null {
  const waiting = signers.filter((signer) => signer.status === 'signed' && signer.embeddedAt === null)
  return waiting.sort((a, b) => a.signedAt!.getTime() - b.signedAt!.getTime() || a.id - b.id)[0] ?? null
}

/** Embeds one signer's signature in every document, in one transaction; then the next turn opens. */
export async function embedSignature(seal: SealContext, signer: SignerRow): Promise<void> {
  const { ctx, process } = seal
  const identity = await signerIdentity({ ...ctx, now: timeOfStep(seal) }, signer, process.testMode)
  logStep('certified', { signer: signer.id })
  const revisions: Revision[] = []
  try {
    const marks = await marksOf(ctx, signer)
    for (const document of seal.documents) {
      const bytesBefore = await getBytes(ctx.tenantId, document.sha256)
      const ownFields = seal.fields.filter(
        (field) => field.documentId === document.documentId && field.signerId === signer.id,
      )
      const values = fieldValues(ownFields, process.options.locale)
      const input = { party: enginePartyOf(signer), values, ...marks, identity, at: timeOfStep(seal) }
      const bytesAfter = await inThread.sign(bytesBefore, input)
      logStep('signed', { signer: signer.id, document: document.documentId })
      revisions.push(await storeRevision(seal, document, bytesBefore, bytesAfter, { signs: true }))
    }
  } finally {
    identity.destroy()
  }
  await commit(seal, signer, identity, revisions)
  logStep('sealed', { signer: signer.id })
}

function commit(
  seal: SealContext,
  signer: SignerRow,
  { serialNumber }: SignerIdentity,
  revisions: Revision[],
): Promise<void> {
  const ctx = { ...seal.ctx, now: timeOfStep(seal) }
  return write(ctx, async (tx) => {
    const process = await lockProcess(tx, ctx, seal.process.id)
    for (const revision of revisions) await replaceRevision(tx, seal, revision)
    await record(tx, ctx, {
      type: 'signature.sealed',
      subject: { process: process.id },
      data: {
        process_id: process.id,
        signer_id: signer.id,
        name: signer.name,
        certificate_serial: serialNumber,
        documents: revisions.map(({ document, sha256 }) => ({
          document_id: document.documentId,
          revision: document.revision + 1,
          sha256,
        })),
      },
    })
    await markSealError(tx, ctx, process, null)
    await markEmbedded(tx, ctx, process, signer.id)
  })
}
