import { and, eq } from 'drizzle-orm'
import { processDocuments } from '#db/schema/processes'
import { read } from '#db/tenancy/tenant'
import type { Ctx, RequestMeta } from '#lib/core/ctx'
import { sha256Hex } from '#lib/core/ids'
import type { Scope } from '#lib/core/roles'
import { assertAllowed } from '#lib/core/transition-guards'
import { unknownCredential } from '#lib/identity/refusals'
import { authenticateKeyHash } from '#lib/identity/sessions/authenticate'
import { findProcess } from '../load.ts'
import { processCan } from '../rules.ts'
import { readEditorSession } from './editor-session.ts'

/** What the editor of a draft needs, of all that its key may have. */
const EDITOR_SCOPES: readonly Scope[] = ['documents:read', 'processes:read', 'processes:write']

/**
 * The context of an editor in a frame: its API key, with the rights that it has now, with only the scopes of an editor and
 * only the one draft.
 * @throws AppError `unauthenticated` after the end of the session or of its key, `not_found` without the process, and
 * `invalid_state` once it is no longer a draft
 */
export async function enterEditor(token: string, requestMeta: RequestMeta): Promise<Ctx> {
  const session = readEditorSession(token, requestMeta.now)
  if (!session) throw unknownCredential()
  const ctx = await authenticateKeyHash(session.keyHash, requestMeta)
  const { tenantId, actor } = ctx
  if (tenantId !== session.tenantId || actor.type !== 'api_key') throw unknownCredential()
  const scopes = actor.scopes.filter((scope) => EDITOR_SCOPES.includes(scope))
  const documentIds = await read(ctx, async (reader) => {
    const process = await findProcess(reader, ctx, session.processId)
    assertAllowed(processCan.edit(process), process)
    const documents = await reader
      .select({ id: processDocuments.documentId })
      .from(processDocuments)
      .where(and(eq(processDocuments.tenantId, tenantId), eq(processDocuments.processId, process.id)))
    return documents.map(({ id }) => id)
  })
  const { processId, finish } = session
  const editor = { processId, documentIds, finish, sessionHash: sha256Hex(token) }
  return { ...ctx, actor: { ...actor, scopes }, editor }
}
