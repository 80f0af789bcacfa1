import { and, eq } from 'drizzle-orm'
import { events } from '#db/schema/audit'
import type { vaultDocuments } from '#db/schema/vault'
import { read } from '#db/tenancy/tenant'
import type { Ctx } from '#lib/core/ctx'
import type { VerificationRecord } from '#lib/signing/verify/schema'
import { verifyStoredFile } from '#lib/signing/verify/verify'
import { ThreadError } from '#lib/workers/thread-error'

type SealedDocument = Pick<
  typeof vaultDocuments.$inferSelect,
  'processId' | 'name' | 'sha256' | 'size' | 'certificateSha256' | 'trailSha256'
>

/**
 * What is wrong with the signatures of a signed document, its certificate of completion and its trail: all are sealed
 * for the process of the document.
 */
export async function findSealFaults(ctx: Ctx, document: SealedDocument): Promise<string[]> {
  const files = { file: document.sha256, certificate: document.certificateSha256, trail: document.trailSha256 }
  const faults: string[] = []
  for (const [part, sha256] of Object.entries(files)) {
    const fault = await findSealFault(ctx, document, sha256)
    if (fault) faults.push(`The ${part} ${sha256}: ${fault}`)
  }
  return faults
}

async function findSealFault(
  ctx: Ctx,
  { processId, name, size }: SealedDocument,
  sha256: string,
): Promise<string | null> {
  try {
    const { verdict, evidence } = await verifyStoredFile(ctx, { filename: name, size, sha256 })
    if (verdict === 'changed') return 'it was changed after signing, or a signature is not valid.'
    if (!evidence) return 'it has no seal of this installation.'
    const chain = `process:${processId}`
    if (evidence.chain !== chain) return `it is sealed for ${evidence.chain} instead of ${chain}.`
    return (await hasEvent(ctx, evidence)) ? null : `its seal names an event that ${chain} does not have.`
  } catch (error) {
    if (error instanceof ThreadError) return `it could not be verified: ${error.message}`
    throw error
  }
}

function hasEvent(
  ctx: Ctx,
  { chain, length, head }: NonNullable<VerificationRecord['evidence']>,
): Promise<boolean> {
  const { tenantId, seq, hash } = events
  return read(ctx, async (reader) => {
    const isEvent = and(eq(tenantId, ctx.tenantId), eq(events.chain, chain), eq(seq, length), eq(hash, head))
    return (await reader.$count(events, isEvent)) === 1
  })
}
