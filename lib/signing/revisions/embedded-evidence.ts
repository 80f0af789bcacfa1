import { read } from '#db/tenancy/tenant'
import { sha256Hex } from '#lib/core/ids'
import { signedName } from '#lib/documents/upload/names'
import type { Attachment } from '#lib/pdf/attachments'
import { loadAuditTrail } from '#lib/processes/trail/trail'
import { getBytes } from '#lib/storage/files'
import { hashRecipe } from '#lib/vault/download/recipe'
import { numbered } from '#lib/vault/download/zip-entries'
import type { Revision, StepContext } from './context.ts'

/**
 * The files that the certificate of completion has with `options.embed_evidence`: the signed documents, whose
 * signatures a change of the files themselves would break, the audit trail, and a list of all with their hashes.
 */
export async function loadEmbeddedEvidence(
  { ctx, process }: StepContext,
  revisions: Revision[],
  trailPdf: Uint8Array,
): Promise<Attachment[]> {
  const trail = await read(ctx, (reader) => loadAuditTrail(reader, ctx, process.id))
  const documents = await Promise.all(
    revisions.map(async ({ document, sha256 }, index): Promise<Attachment> => {
      const prefix = revisions.length === 1 ? '' : `${numbered(index, revisions.length)}-`
      return {
        name: prefix + signedName(document.name),
        bytes: await getBytes(ctx.tenantId, sha256),
        mimeType: 'application/pdf',
        relationship: 'Source',
      }
    }),
  )
  const trailFiles: Attachment[] = [
    { ...toJsonFile('audit-trail.json', trail), relationship: 'Data' },
    { name: 'audit-trail.pdf', bytes: trailPdf, mimeType: 'application/pdf', relationship: 'Supplement' },
  ]
  const manifest = {
    process_id: process.id,
    process: process.name,
    chain: {
      name: trail.chain,
      length: trail.events.length,
      head: trail.chain_head,
      hash_recipe: hashRecipe,
    },
    parts: [...documents, ...trailFiles].map(({ name, bytes }) => ({ path: name, sha256: sha256Hex(bytes) })),
  }
  return [...documents, ...trailFiles, { ...toJsonFile('manifest.json', manifest), relationship: 'Data' }]
}

function toJsonFile(name: string, value: object): Pick<Attachment, 'name' | 'bytes' | 'mimeType'> {
  return { name, bytes: Buffer.from(`${JSON.stringify(value, null, 2)}\n`), mimeType: 'application/json' }
}
