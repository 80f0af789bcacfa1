import type { Reader } from '#db/tenancy/tenant'
import type { Ctx } from '#lib/core/ctx'
import type { EmailTopic } from '#lib/core/email/email-topics'
import { hasFolderAccess } from '#lib/folders/access'
import { findActiveSuccessor } from '#lib/identity/users/successor'
import { roleMay } from '#lib/policy'
import { getSender, type ProcessRow, type SenderColumns } from '#lib/processes/present'
import { findActiveAdmins } from './members.ts'

/** Who gets the emails for the sender of a process. */
interface SenderRecipient {
  email: string
  locale: string
  mutedEmails: EmailTopic[]
  /** In place of a sender who was deleted or may work on the process no more. */
  isSubstitute: boolean
}

/**
 * The sender of a process or, if the user was deleted, the successor; the administrators if there is none, or one who may
 * not change processes or has no access to the folder of the process.
 */
export async function findSenders(
  reader: Reader,
  ctx: Ctx,
  process: SenderColumns & Pick<ProcessRow, 'folderId'>,
): Promise<SenderRecipient[]> {
  const { id } = getSender(process)
  const user = id === null ? null : await findActiveSuccessor(reader, ctx, id)
  const mayAct =
    user !== null &&
    roleMay(user.role, 'process.write') &&
    (await hasFolderAccess(reader, ctx, user.id, process.folderId))
  if (mayAct && user.email) return [{ ...user, email: user.email, isSubstitute: user.id !== id }]
  return (await findActiveAdmins(reader, ctx)).map((admin) => ({ ...admin, isSubstitute: true }))
}
