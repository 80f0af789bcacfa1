import { eq } from 'drizzle-orm'
import { tenants } from '#db/schema/identity'
import { type SealSummary, type VaultSigner, vaultDocuments } from '#db/schema/vault'
import type { Tx } from '#db/tenancy/tenant'
import type { Ctx } from '#lib/core/ctx'

/** A sealed document with its evidence, whose files are stored already. */
interface CompletedDocument {
  process: { id: number; folderId: number | null; testMode: boolean }
  document: { id: number; name: string; sha256: string; size: number; pageCount: number }
  certificateSha256: string
  trailSha256: string
  signers: VaultSigner[]
  seal: SealSummary
  /** When the last time stamp of the file is to be renewed; null without time stamps. */
  renewAt: Date | null
}

/** Adds a sealed document to the vault for the tenant's retention; repeating it changes nothing. */
export async function storeInVault(tx: Tx, ctx: Ctx, sealed: CompletedDocument): Promise<void> {
  const [tenant] = await tx
    .select({ retentionYears: tenants.retentionYears })
    .from(tenants)
    .where(eq(tenants.id, ctx.tenantId))
  const { process, document } = sealed
  await tx
    .insert(vaultDocuments)
    .values({
      tenantId: ctx.tenantId,
      processId: process.id,
      documentId: document.id,
      name: document.name,
      size: document.size,
      sha256: document.sha256,
      sealedSha256: document.sha256,
      sealedSize: document.size,
      certificateSha256: sealed.certificateSha256,
      trailSha256: sealed.trailSha256,
      pageCount: document.pageCount,
      signers: sealed.signers,
      seal: sealed.seal,
      renewAt: sealed.renewAt,
      folderId: process.folderId,
      testMode: process.testMode,
      signedAt: ctx.now,
      expiresAt: addYears(ctx.now, tenant!.retentionYears),
      createdAt: ctx.now,
    })
    .onConflictDoNothing()
}

function addYears(instant: Date, years: number): Date {
  const laterTime = new Date(instant)
  laterTime.setUTCFullYear(instant.getUTCFullYear() + years)
  return laterTime
}
