import { read } from '#db/tenancy/tenant'
import type { Ctx } from '#lib/core/ctx'
import { signedName } from '#lib/documents/upload/names'
import { authorize } from '#lib/policy'
import { findVaultDocument } from '#lib/vault/find'
import type { VerificationRecord } from './schema.ts'
import { verifyStoredFile } from './verify.ts'

/** Verifies the stored file of a vault document, as `POST /verify` verifies an uploaded one. */
export async function verifyVaultDocument(ctx: Ctx, id: number): Promise<VerificationRecord> {
  authorize(ctx, 'vault.read')
  const { name, size, sha256 } = await read(ctx, (reader) => findVaultDocument(reader, ctx, id))
  return verifyStoredFile(ctx, { filename: signedName(name), size, sha256 })
}
