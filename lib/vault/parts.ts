import type { Reader } from '#db/tenant'
import type { Ctx } from '#lib/core/ctx'
import { nameOf, safePart, signedName } from '#lib/documents/names'
import { auditTrail } from '#lib/processes/trail'
import { getStream } from '#lib/storage/files'
import type { VaultRow } from './present.ts'
import { manifestOf, type Part, partOf } from './zip.ts'

/**
 * The parts of a package: per document the signed PDF, the certificate of completion and the audit trail as JSON and
 * PDF; last the manifest. Several documents have a folder each, numbered, so that equal names do not meet.
 */
export async function partsOf(
  reader: Reader,
  ctx: Ctx,
  process: { id: number; name: string },
  kept: VaultRow[],
): Promise<Part[]> {
  const trail = await auditTrail(reader, ctx, process.id)
  const json = `${JSON.stringify(trail, null, 2)}\n`
  const digits = String(kept.length).length
  const parts: Part[] = []
  for (const [index, row] of kept.entries()) {
    const number = String(index + 1).padStart(Math.max(2, digits), '0')
    const folder = kept.length === 1 ? '' : `${number}-${safePart(nameOf(row.name))}/`
    parts.push(
      stored(ctx, `${folder}${signedName(row.name)}`, row.sha256),
      stored(ctx, `${folder}certificate.pdf`, row.certificateSha256),
      partOf(`${folder}audit-trail.json`, json),
      stored(ctx, `${folder}audit-trail.pdf`, row.trailSha256),
    )
  }
  const signedAt = kept[0]?.signedAt.toISOString() ?? ''
  const head = { format: 1, process_id: process.id, process: process.name, signed_at: signedAt }
  return [...parts, manifestOf(head, parts)]
}

function stored(ctx: Ctx, path: string, sha256: string): Part {
  return { path, sha256, content: () => getStream(ctx.tenantId, sha256) }
}
