import type { Reader, Tx } from '#db/tenancy/tenant'
import { type Ctx, getActingUser } from '#lib/core/ctx'
import { hasFolderAccess } from '#lib/folders/access'
import { getInitiator, makeInitiatorCtx } from '#lib/identity/sessions/initiator'
import { type ErrorText, errorText } from '#lib/messages/errors'

/**
 * The context in which processes are sent for someone who has used or shared a template before, with the rights that
 * they have now; or why none can be sent any more.
 * @param folderId the folder of the template
 */
export async function makeSenderCtx(
  reader: Tx | Reader,
  job: Ctx,
  sender: Pick<Ctx, 'actor' | 'address'>,
  folderId: number | null,
): Promise<Ctx | ErrorText> {
  const ctx = await makeInitiatorCtx(reader, job, getInitiator(sender)!, ['process.send', 'template.read'])
  if ('key' in ctx) return ctx
  const mayUse = await hasFolderAccess(reader, ctx, getActingUser(ctx)!.id, folderId)
  return mayUse ? ctx : errorText('failures.starterHasNoFolderAccess')
}
