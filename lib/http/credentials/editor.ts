import type { Ctx, RequestMeta } from '#lib/core/ctx'
import { forbidden, notFound } from '#lib/core/errors'
import { isEditorSession } from '#lib/processes/links/editor-session'
import { enterEditor } from '#lib/processes/links/enter-editor'
import { readBearer } from './credential.ts'

/** The record of a path that an editor in a frame may name: its draft, a document of it, or its draft to send it. */
export type EditorTarget = 'draft' | 'document' | 'send'

/** The context of an editor in a frame; null for requests with another credential. */
export async function identifyEditor(request: Request, requestMeta: RequestMeta): Promise<Ctx | null> {
  if (!request.headers.has('authorization')) return null
  const token = readBearer(request)
  return isEditorSession(token) ? enterEditor(token, requestMeta) : null
}

/**
 * Limits an editor in a frame to its draft; everyone else passes.
 * @throws AppError `forbidden` where editors reach nothing, `not_found` for other records
 */
export function requireTarget({ editor }: Ctx, target: EditorTarget | undefined, id: unknown): void {
  if (!editor) return
  if (!target || (target === 'send' && editor.finish !== 'send')) throw forbidden()
  const ids = target === 'document' ? editor.documentIds : [editor.processId]
  if (!ids.some((reachable) => String(reachable) === id)) throw notFound()
}
