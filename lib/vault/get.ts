import { read } from '#db/tenant'
import type { Ctx } from '#lib/core/ctx'
import { authorize } from '#lib/policy'
import { findVaultDocument } from './find.ts'
import { presentVaultDocument } from './present.ts'
import type { VaultRecord } from './schema.ts'

/** One vault document. */
export async function getVaultDocument(ctx: Ctx, id: number): Promise<VaultRecord> {
  authorize(ctx, 'vault.read')
  return presentVaultDocument(await read(ctx, (reader) => findVaultDocument(reader, ctx, id)), ctx.now)
}
