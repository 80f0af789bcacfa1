import { read } from '#db/tenancy/tenant'
import { sha256Hex } from '#lib/core/ids'
import { signedName } from '#lib/documents/upload/names'
import type { NamedHead } from '#lib/pades/named-head'
import { limits } from '#lib/processes/facts'
import type { AuditTrail } from '#lib/processes/schema'
import { loadAuditTrail } from '#lib/processes/trail/trail'
import { hashRecipe } from '#lib/vault/download/recipe'
import { numbered } from '#lib/vault/download/zip-entries'
import type { EmbeddedFile } from '#lib/workers/threads'
import type { Revision, StepContext } from './context.ts'

/** Signatures add to the documents, whose size is limited when they are sent. */
const MAX_SIGNED_BYTES = 2 * limits.embeddedMegabytes * 1_000_000

/**
 * The files that the certificate of completion has with `options.embed_evidence`: the signed documents, whose
 * signatures a change of the files themselves would break, the audit trail, and a list of all with their hashes.
 * @throws Error when they are too large, or processes ended for want of memory when they were embedded
 */
export async function loadEmbeddedEvidence(
  { ctx, process, head }: StepContext,
  revisions: Revision[],
  trailSha256: string,
): Promise<EmbeddedFile[]> {
  if (process.sealBlocked) throw new Error('An earlier try to complete the process has failed for good.')
  if (revisions.reduce((sum, { size }) => sum + size, 0) > MAX_SIGNED_BYTES)
    throw new Error('The signed documents are too large to embed them.')
  const { tenantId } = ctx
  const trail = upTo(head!, await read(ctx, (reader) => loadAuditTrail(reader, ctx, process.id)))
  const pdf = { mimeType: 'application/pdf' }
  const documents = revisions.map(({ document, sha256 }, index): EmbeddedFile => {
    const prefix = revisions.length === 1 ? '' : `${numbered(index, revisions.length)}-`
    const name = prefix + signedName(document.name)
    return { ...pdf, name, content: { tenantId, sha256 }, relationship: 'Source' }
  })
  const trailPdf = { tenantId, sha256: trailSha256 }
  const trailFiles: EmbeddedFile[] = [
    { ...toJsonFile('audit-trail.json', trail), relationship: 'Data' },
    { ...pdf, name: 'audit-trail.pdf', content: trailPdf, relationship: 'Supplement' },
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
    parts: [...documents, ...trailFiles].map(({ name, content }) => ({
      path: name,
      sha256: 'sha256' in content ? content.sha256 : sha256Hex(content),
    })),
  }
  return [...documents, ...trailFiles, { ...toJsonFile('manifest.json', manifest), relationship: 'Data' }]
}

/** The trail up to the event that the seals name: others may have been recorded since. */
function upTo({ seq, hash }: NamedHead, trail: AuditTrail): AuditTrail {
  return { ...trail, chain_head: hash, events: trail.events.filter((event) => event.seq <= seq) }
}

function toJsonFile(name: string, value: object): Omit<EmbeddedFile, 'relationship'> {
  return { name, content: Buffer.from(`${JSON.stringify(value, null, 2)}\n`), mimeType: 'application/json' }
}
