import { and, eq } from 'drizzle-orm'
import { apiKeys } from '#db/schema/identity'
import { read, type Tx, write } from '#db/tenancy/tenant'
import { record } from '#lib/audit/record'
import { addSeconds } from '#lib/core/clock'
import type { Ctx } from '#lib/core/ctx'
import { env } from '#lib/core/env'
import { forbidden, invalidState } from '#lib/core/errors'
import { decryptText, encryptText } from '#lib/core/secretbox'
import { assertAllowed } from '#lib/core/transition-guards'
import { findEmbedOrigins } from '#lib/identity/account/embed-origins'
import { consumeOnce } from '#lib/limits/limiter'
import { errorText } from '#lib/messages/errors'
import { authorize } from '#lib/policy'
import { lockProcess } from '../load.ts'
import { processCan } from '../rules.ts'
import { type EditorFinish, type EditorSession, writeEditorSession } from './editor-session.ts'
import { FRAME_LINK_SECONDS, FRAME_SESSION_SECONDS } from './frame-seconds.ts'
import type { FrameLinkRecord } from './schema.ts'

const PURPOSE = 'editor link'

type EditorLink = Omit<EditorSession, 'origins'>

/**
 * A link that shows the editor of one draft in a frame of the tenant's own product: for ten minutes, once. The key must
 * have the rights that the editor uses.
 * @throws AppError `not_found`; `invalid_state` for a process that is no draft, and without an origin that may show it
 */
export function createEditorLink(
  ctx: Ctx,
  processId: number,
  finish: EditorFinish,
): Promise<FrameLinkRecord> {
  authorize(ctx, 'process.disclose_link')
  authorize(ctx, 'document.read')
  authorize(ctx, 'process.read')
  authorize(ctx, 'process.write')
  if (finish === 'send') authorize(ctx, 'process.send')
  return write(ctx, async (tx) => {
    const process = await lockProcess(tx, ctx, processId)
    assertAllowed(processCan.edit(process), process)
    if ((await findEmbedOrigins(tx, ctx.tenantId)).length === 0)
      throw invalidState(errorText('refusals.noEmbedOrigins'), process.status)
    const link: EditorLink = {
      tenantId: ctx.tenantId,
      processId,
      keyHash: await findKeyHash(tx, ctx),
      finish,
    }
    const data = { process_id: processId, finish, test_mode: ctx.testMode }
    await record(tx, ctx, { type: 'process.editor_link_created', subject: { process: processId }, data })
    const expiresAt = addSeconds(ctx.now, FRAME_LINK_SECONDS)
    const code = encryptText(PURPOSE, link, expiresAt)
    return { url: `${env().appUrl}/embed/${code}`, expires_at: expiresAt.toISOString() }
  })
}

async function findKeyHash(tx: Tx, { tenantId, actor }: Ctx): Promise<string> {
  // The permission is for keys only.
  if (actor.type !== 'api_key') throw forbidden()
  const [key] = await tx
    .select({ hash: apiKeys.keyHash })
    .from(apiKeys)
    .where(and(eq(apiKeys.tenantId, tenantId), eq(apiKeys.id, actor.id)))
  return key!.hash
}

/** Uses a link. @returns the token of the editor's session; null for an expired, used or unknown link */
export async function redeemEditorLink(code: string, now: Date): Promise<string | null> {
  const link = decryptText<EditorLink>(PURPOSE, code, now, FRAME_LINK_SECONDS)
  if (!link) return null
  const { tenantId, processId, keyHash, finish } = link
  const origins = await read({ tenantId }, (reader) => findEmbedOrigins(reader, tenantId))
  if (!(await consumeOnce('frame-link', code, FRAME_LINK_SECONDS))) return null
  const session = { tenantId, processId, keyHash, finish, origins }
  return writeEditorSession(session, addSeconds(now, FRAME_SESSION_SECONDS))
}
