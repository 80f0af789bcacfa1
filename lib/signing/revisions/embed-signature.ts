import { write } from '#db/tenancy/tenant'
import { createSignerIdentity, type SignerIdentity, storeCertificate } from '#lib/keys/identities'
import type { SigningIdentity } from '#lib/pades/cms/identity'
import { type Confirmation, deleteConfirmations, isConfirmedFor } from '#lib/processes/confirmations'
import {
  findTextLanguage,
  toEngineSigner,
  toFieldValues,
  toPlainNumbers,
} from '#lib/processes/documents/engine-input'
import { withoutHiddenValues } from '#lib/processes/fields/field-logic'
import { lockProcess } from '#lib/processes/load'
import type { SignerRow } from '#lib/processes/present'
import { enqueueRemoteSignature, enqueueRevisions } from '#lib/processes/revision-queue'
import { isRemote } from '#lib/processes/rules'
import { isComplete } from '#lib/processes/signers/turns'
import { recordOfProcess } from '#lib/processes/trail/record'
import { markEmbedded, markSealError } from '#lib/processes/transitions'
import { loadAppearances } from './appearances.ts'
import {
  findStepConfirmations,
  getStepTime,
  listReplaced,
  logStep,
  purgeReplaced,
  type Revision,
  readStepContext,
  replaceRevision,
  reviseDocument,
  StaleRevision,
  type StepContext,
} from './context.ts'
import { findNextToEmbed } from './given.ts'

/**
 * Embeds one signer's signature, made with a key of this service, in every document, in one transaction; then the next
 * turn opens.
 * @returns the context of the next step; null while another signature is awaited
 */
export async function embedSignature(step: StepContext, signer: SignerRow): Promise<StepContext | null> {
  const at = getStepTime(step)
  const identity = await createSignerIdentity(
    { ...step.ctx, now: at },
    signer,
    step.process.testMode,
    step.keys,
  )
  logStep('certified', { signer: signer.id })
  let revisions: Revision[]
  try {
    revisions = await makeRevisions(step, signer, at, (revise) => revise(identity))
  } finally {
    identity.destroy()
  }
  return commitSignature(step, signer, identity, revisions)
}

/** The signer's revision of each document, made by `make` with an identity of its choice. */
export async function makeRevisions<T>(
  step: StepContext,
  signer: SignerRow,
  at: Date,
  make: (revise: (identity: SigningIdentity) => Promise<Revision>) => Promise<T>,
): Promise<T[]> {
  const { ctx, process } = step
  const appearances = await loadAppearances(ctx, signer)
  const made: T[] = []
  const fields = withoutHiddenValues(
    step.fields.filter(({ signerId }) => signerId === signer.id),
    process.options.locale,
  )
  for (const document of step.documents) {
    const ownFields = fields.filter(({ documentId }) => documentId === document.documentId)
    const values = toFieldValues(ownFields, process.options.locale)
    const language = findTextLanguage(signer.locale, process.options.locale)
    const input = {
      signer: toEngineSigner(signer),
      ...{
        values,
        numbers: toPlainNumbers(ownFields),
        language,
        ...appearances,
        signedAt: signer.signedAt!,
        at,
      },
    }
    made.push(await make((identity) => reviseDocument(step, document, { step: 'sign', input }, identity)))
  }
  return made
}

/** Stores the revisions with a signer's signature: they are the current ones, and the next turn opens. */
export async function commitSignature(
  step: StepContext,
  signer: SignerRow,
  identity: SignerIdentity,
  revisions: Revision[],
): Promise<StepContext | null> {
  const ctx = { ...step.ctx, now: getStepTime(step) }
  const next = await write(ctx, async (tx) => {
    const process = await lockProcess(tx, ctx, step.process.id)
    const stored = await findStepConfirmations(tx, ctx, process, step.signers)
    if (isOvertaken(step, signer, stored))
      throw new StaleRevision('Another signature was confirmed for this revision first.')
    await storeCertificate(tx, identity)
    for (const revision of revisions) await replaceRevision(tx, step, revision)
    await recordOfProcess(tx, ctx, process, 'signature.sealed', {
      signer_id: signer.id,
      name: signer.name,
      certificate_serial: identity.serialNumber,
      documents: revisions.map(({ document, sha256 }) => ({
        document_id: document.documentId,
        revision: document.revision + 1,
        sha256,
      })),
    })
    await markSealError(tx, ctx, process, null)
    const signers = await markEmbedded(tx, ctx, process, signer.id)
    if (isRemote(process, signer)) {
      await deleteConfirmations(tx, ctx, { signerIds: [signer.id] })
      // The steps that follow have a queue of their own.
      await enqueueRevisions(tx, ctx, process.id)
    }
    // Who has still to confirm their signature confirms that of the new revision.
    const confirmations = stored.filter(({ signerId }) => signerId !== signer.id)
    if (confirmations.length > 0) await enqueueRemoteSignature(tx, ctx, process.id)
    const replaced = listReplaced(step, revisions)
    const nextSigner = findNextToEmbed({ signers, confirmations })
    const isPending = nextSigner !== null || isComplete(signers)
    const isOfService = [signer, nextSigner].some((each) => each && isRemote(process, each))
    if (isPending && !isOfService) return readStepContext(tx, ctx, process, replaced)
    // Another job goes on, or none.
    await purgeReplaced(tx, ctx, replaced)
    return isPending ? readStepContext(tx, ctx, process) : null
  })
  logStep('sealed', { signer: signer.id })
  return next
}

/** Whether somebody else has confirmed a signature for these revisions meanwhile: it would be worth nothing after others. */
function isOvertaken({ documents }: StepContext, signer: SignerRow, stored: Confirmation[]): boolean {
  const base = documents.map(({ sha256 }) => sha256)
  const confirmed = stored.filter((confirmation) => isConfirmedFor(confirmation, base))
  return confirmed.length > 0 && confirmed.every(({ signerId }) => signerId !== signer.id)
}
