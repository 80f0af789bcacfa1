import { isDeepStrictEqual } from 'node:util'
import { fields } from '#db/schema/processes'
import { type Tx, write } from '#db/tenancy/tenant'
import { record } from '#lib/audit/record'
import { platformIdentity } from '#lib/keys/identities'
import type { PreparedRevision } from '#lib/pades/prepare'
import { prepareInputOf } from '#lib/processes/documents/engine-input'
import type { CurrentRevision } from '#lib/processes/documents/revisions'
import { markSealError } from '#lib/processes/transitions'
import { getBytes } from '#lib/storage/files'
import { inThread } from '#lib/workers/pdf-pool'
import {
  lockSealContext,
  logStep,
  type Revision,
  replaceRevision,
  type SealContext,
  StaleRevision,
  storeRevision,
  timeOfStep,
} from './context.ts'

type PreparedDocument = Revision & Pick<PreparedRevision, 'addedPages' | 'addedZones' | 'pages'>

/** Documents without a first revision. */
export function unpreparedDocuments({ documents }: Pick<SealContext, 'documents'>): CurrentRevision[] {
  return documents.filter((document) => document.revision === 0)
}

/**
 * Creates the first revision of every document: with all fields, a signature page where needed, and the certification
 * signature.
 */
export async function prepareDocuments(seal: SealContext): Promise<void> {
  const prepared: PreparedDocument[] = []
  for (const document of unpreparedDocuments(seal)) prepared.push(await prepareOne(seal, document))
  const ctx = { ...seal.ctx, now: timeOfStep(seal) }
  await write(ctx, async (tx) => {
    const { process, ...current } = await lockSealContext(tx, {
      tenantId: ctx.tenantId,
      processId: seal.process.id,
    })
    if (!isDeepStrictEqual(inputsOf({ ...current, process }), inputsOf(seal)))
      throw new StaleRevision('The process was corrected meanwhile.')
    for (const revision of prepared) {
      const addedPages = revision.pages.slice(revision.document.pageCount)
      await replaceRevision(tx, seal, revision, {
        addedPages,
        pageCount: revision.document.pageCount + revision.addedPages,
      })
      await addZones(tx, seal, revision)
    }
    await markSealError(tx, ctx, process, null)
    await record(tx, ctx, {
      type: 'process.prepared',
      subject: { process: process.id },
      data: {
        process_id: process.id,
        documents: prepared.map(({ document, sha256 }) => ({
          document_id: document.documentId,
          sha256,
        })),
      },
    })
  })
  logStep('prepared')
}

/** The inputs of the prepared files, to detect corrections of the process. */
function inputsOf(seal: SealContext) {
  return seal.documents.map((document) => prepareInputOf(seal, document))
}

async function prepareOne(seal: SealContext, document: CurrentRevision): Promise<PreparedDocument> {
  const bytesBefore = await getBytes(seal.ctx.tenantId, document.sha256)
  const { bytes, ...result } = await inThread.prepare(bytesBefore, {
    ...prepareInputOf(seal, document),
    certify: await platformIdentity(seal.ctx, seal.process.testMode),
    at: timeOfStep(seal),
  })
  return { ...(await storeRevision(seal, document, bytesBefore, bytes, { signs: false })), ...result }
}

/** Stores the fields of a signature page, so that signers see them. */
async function addZones(
  tx: Tx,
  { ctx, process }: SealContext,
  { document, addedZones }: PreparedDocument,
): Promise<void> {
  if (addedZones.length === 0) return
  await tx.insert(fields).values(
    addedZones.map(({ party, page, x, y, width, height, label }) => ({
      tenantId: ctx.tenantId,
      processId: process.id,
      documentId: document.documentId,
      signerId: Number(party),
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
