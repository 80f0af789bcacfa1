import type { Tx } from '#db/tenancy/tenant'
import { type Ctx, getActingUser } from '#lib/core/ctx'
import { hasFolderAccess } from '#lib/folders/access'
import { getInitiator, makeInitiatorCtx } from '#lib/identity/sessions/initiator'
import { type ErrorText, errorText } from '#lib/messages/errors'
import type { BulkSendRow } from './present.ts'

/** The context in which rows are sent, or why none can be sent any more. */
export async function makeSenderCtx(tx: Tx, job: Ctx, bulkSend: BulkSendRow): Promise<Ctx | ErrorText> {
  if (bulkSend.templateId === null) return errorText('failures.templateWasDeleted')
  const ctx = await makeInitiatorCtx(tx, job, getInitiator(bulkSend)!, ['process.send', 'template.read'])
  if ('key' in ctx) return ctx
  const mayUse = await hasFolderAccess(tx, ctx, getActingUser(ctx)!.id, bulkSend.folderId)
  return mayUse ? ctx : errorText('failures.starterHasNoFolderAccess')
}
