import { write } from '#db/tenancy/tenant'
import { record } from '#lib/audit/record'
import { createSignerIdentity, loadRemoteIdentity, type SignerIdentity } from '#lib/keys/identities'
import type { SigningIdentity } from '#lib/pades/cms/identity'
import { findTextLanguage, toEngineSigner, toFieldValues } from '#lib/processes/documents/engine-input'
import { lockProcess } from '#lib/processes/load'
import type { SignerRow } from '#lib/processes/present'
import { enqueueRevisions } from '#lib/processes/revision-queue'
import { isComplete } from '#lib/processes/signers/turns'
import { markEmbedded, markSealError } from '#lib/processes/transitions'
import { loadAppearances } from './appearances.ts'
import {
  getStepTime,
  listReplaced,
  logStep,
  purgeReplaced,
  type Revision,
  readStepContext,
  replaceRevision,
  reviseDocument,
  type StepContext,
} from './context.ts'
import { askOnce, isRemote, reviseRemotely } from './remote.ts'

/** The next signer whose signature is not embedded yet, in the order of signing. */
export function findNextToEmbed({ signers }: Pick<StepContext, 'signers'>): SignerRow | null {
  const waiting = signers.filter((signer) => signer.status === 'signed' && signer.embeddedAt === null)
  return waiting.sort((a, b) => a.signedAt!.getTime() - b.signedAt!.getTime() || a.id - b.id)[0] ?? null
}

/**
 * Embeds one signer's signature in every document, in one transaction; then the next turn opens.
 * @returns the context of the next step; null while another signature is awaited
 */
export async function embedSignature(step: StepContext, signer: SignerRow): Promise<StepContext | null> {
  const { ctx, process } = step
  const scope = { ...ctx, now: getStepTime(step) }
  const identity = isRemote(process, signer)
    ? await loadRemoteIdentity(scope, signer.email, signer.signatureLevel)
    : await createSignerIdentity(scope, signer, process.testMode)
  logStep('certified', { signer: signer.id })
  let revisions: Revision[]
  try {
    revisions = isRemote(process, signer)
      ? await askOnce(step, signer, identity, (asking) => makeRevisions(step, signer, asking))
      : await makeRevisions(step, signer, identity)
  } finally {
    identity.destroy()
  }
  const next = await commit(step, signer, identity, revisions)
  logStep('sealed', { signer: signer.id })
  return next
}

async function makeRevisions(
  step: StepContext,
  signer: SignerRow,
  identity: SigningIdentity,
): Promise<Revision[]> {
  const { ctx, process } = step
  const appearances = await loadAppearances(ctx, signer)
  const revisions: Revision[] = []
  for (const document of step.documents) {
    const ownFields = step.fields.filter(
      (field) => field.documentId === document.documentId && field.signerId === signer.id,
    )
    const values = toFieldValues(ownFields, process.options.locale)
    const language = findTextLanguage(signer.locale, process.options.locale)
    const input = {
      signer: toEngineSigner(signer),
      values,
      language,
      ...appearances,
      at: getStepTime(step),
    }
    const revise = (by: SigningIdentity) => reviseDocument(step, document, { step: 'sign', input }, by)
    revisions.push(
      isRemote(process, signer) ? await reviseRemotely(revise, identity) : await revise(identity),
    )
  }
  return revisions
}

function commit(
  step: StepContext,
  signer: SignerRow,
  { serialNumber }: SignerIdentity,
  revisions: Revision[],
): Promise<StepContext | null> {
  const ctx = { ...step.ctx, now: getStepTime(step) }
  return write(ctx, async (tx) => {
    const process = await lockProcess(tx, ctx, step.process.id)
    for (const revision of revisions) await replaceRevision(tx, step, revision)
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
    const signers = await markEmbedded(tx, ctx, process, signer.id)
    // The steps that follow have a queue of their own.
    if (isRemote(process, signer)) await enqueueRevisions(tx, ctx, process.id)
    const replaced = listReplaced(step, revisions)
    if (findNextToEmbed({ signers }) || isComplete(signers))
      return readStepContext(tx, ctx, process, replaced)
    await purgeReplaced(tx, ctx, replaced)
    return null
  })
}
