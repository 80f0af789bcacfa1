import type { Ctx } from '#lib/core/ctx'
import { inThread } from '#lib/workers/pdf-pool'
import type { HandwritingRecord } from './appearance-schema.ts'

/** A typed signature in the handwriting fonts that are offered for its text. */
export async function listHandwriting(ctx: Ctx, text: string): Promise<HandwritingRecord> {
  return { faces: await inThread.outlineTyped(text, ctx) }
}
