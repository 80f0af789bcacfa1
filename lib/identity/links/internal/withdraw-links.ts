import type { Tx } from '#db/tenancy/tenant'
import { withdrawMails } from '#lib/mail/queue'
import { type LinkKind, linkTopic } from '../link-tokens.ts'

/** Withdraws emails with links of a user that no longer work, or are replaced. */
export async function withdrawLinks(
  tx: Tx,
  scope: { tenantId: number },
  userId: number,
  kinds: LinkKind[] = ['invitation', 'recovery', 'address'],
): Promise<void> {
  await withdrawMails(
    tx,
    scope,
    kinds.map((kind) => linkTopic(userId, kind)),
  )
}
