import type { Tx } from '#db/tenancy/tenant'
import { type Ctx, getActingUser } from '#lib/core/ctx'
import { hasFolderAccess } from '#lib/folders/access'
import { getInitiator, makeInitiatorCtx } from '#lib/identity/sessions/initiator'
import type { ErrorMessage } from '#lib/messages/errors'
import type { BulkSendRow } from './present.ts'

/** The context in which rows are sent, or why none can be sent any more. */
export async function makeSenderCtx(tx: Tx, job: Ctx, bulkSend: BulkSendRow): Promise<Ctx | ErrorMessage> {
  if (bulkSend.templateId === null) return 'The template was deleted.'
  const ctx = await makeInitiatorCtx(tx, job, getInitiator(bulkSend)!, ['process.send', 'template.read'])
  if (typeof ctx === 'string') return ctx
  const mayUse = await hasFolderAccess(tx, ctx, getActingUser(ctx)!.id, bulkSend.folderId)
  return mayUse ? ctx : 'The user who started it has no access to the folder of the template.'
}
