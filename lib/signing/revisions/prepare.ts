import { isDeepStrictEqual } from 'node:util'
import { fields } from '#db/schema/processes'
import { type Tx, write } from '#db/tenancy/tenant'
import { loadPlatformIdentity } from '#lib/keys/identities'
import type { SigningIdentity } from '#lib/pades/cms/identity'
import { toPrepareInput } from '#lib/processes/documents/engine-input'
import type { CurrentRevision } from '#lib/processes/documents/revisions'
import { setUpdated } from '#lib/processes/load'
import { recordOfProcess } from '#lib/processes/trail/record'
import { markSealError } from '#lib/processes/transitions'
import {
  describeSealer,
  getStepTime,
  lockStepContext,
  logStep,
  type Revision,
  readStepContext,
  replaceRevision,
  reviseDocument,
  StaleRevision,
  type StepContext,
} from './context.ts'
import { findNextToEmbed } from './given.ts'

type PreparedDocument = Revision & { added: NonNullable<Revision['added']> }

/** Documents without a first revision. */
export function listUnpreparedDocuments({ documents }: Pick<StepContext, 'documents'>): CurrentRevision[] {
  return documents.filter((document) => document.revision === 0)
}

/**
 * Creates the first revision of every document: with all fields, a signature page where needed, and the certification
 * signature.
 * @returns the context of the next step; null when nobody has signed yet
 */
export async function prepareDocuments(step: StepContext): Promise<StepContext | null> {
  const identity = await loadPlatformIdentity(step.ctx, step.process.testMode, step.keys)
  const prepared: PreparedDocument[] = []
  for (const document of listUnpreparedDocuments(step))
    prepared.push(await prepareOne(step, document, identity))
  const ctx = { ...step.ctx, now: getStepTime(step) }
  const next = await write(ctx, async (tx) => {
    const { process, ...current } = await lockStepContext(tx, {
      tenantId: ctx.tenantId,
      processId: step.process.id,
    })
    if (!isDeepStrictEqual(makeInputs({ ...current, process }), makeInputs(step)))
      throw new StaleRevision('The process was corrected meanwhile.')
    for (const revision of prepared) {
      const { document, added } = revision
      await replaceRevision(tx, step, revision, {
        addedPages: added.pages.slice(document.pageCount),
        pageCount: document.pageCount + added.addedPages,
      })
      await addZones(tx, step, revision)
    }
    if (prepared.some(({ added }) => added.addedPages > 0)) await setUpdated(tx, ctx, [process.id])
    await markSealError(tx, ctx, process, null)
    await recordOfProcess(tx, ctx, process, 'process.prepared', {
      ...describeSealer(identity),
      documents: prepared.map(({ document, sha256 }) => ({ document_id: document.documentId, sha256 })),
    })
    return findNextToEmbed(current) && readStepContext(tx, ctx, process)
  })
  logStep('prepared')
  return next
}

/** The inputs of the prepared files, to detect corrections of the process. */
function makeInputs(step: StepContext) {
  return step.documents.map((document) => toPrepareInput(step, document))
}

async function prepareOne(
  step: StepContext,
  document: CurrentRevision,
  identity: SigningIdentity,
): Promise<PreparedDocument> {
  const input = { ...toPrepareInput(step, document), at: getStepTime(step) }
  const { added, ...revision } = await reviseDocument(step, document, { step: 'prepare', input }, identity)
  return { ...revision, added: added! }
}

/** Stores the fields of a signature page, so that signers see them. */
async function addZones(
  tx: Tx,
  { ctx, process }: StepContext,
  { document, added: { addedZones } }: PreparedDocument,
): Promise<void> {
  if (addedZones.length === 0) return
  await tx.insert(fields).values(
    addedZones.map(({ signer, page, x, y, width, height, label }) => ({
      tenantId: ctx.tenantId,
      processId: process.id,
      documentId: document.documentId,
      signerId: Number(signer),
      type: 'signature' as const,
      ...{ page, x, y, width, height },
      required: true,
      label: label ?? null,
      options: [],
      readOnly: false,
      validation: {},
    })),
  )
}
