import { and, desc, eq, inArray } from 'drizzle-orm'
import { mails } from '#db/schema/mail'
import type { Reader } from '#db/tenant'
import type { Ctx } from '#lib/core/ctx'
import type { SignerRow } from '../present.ts'
import type { SignerRecord } from '../schema.ts'

/** The topic of emails with a signing link or code, by which the last one to a signer is found. */
export function signerTopic(signerId: number): string {
  return `signer:${signerId}`
}

/** The delivery of the last email to each invited signer, by signer id. */
export async function deliveriesOf(
  reader: Reader,
  ctx: Ctx,
  signers: Pick<SignerRow, 'id' | 'email' | 'invitedAt'>[],
): Promise<Map<number, SignerRecord['delivery']>> {
  const invited = signers.filter(({ invitedAt }) => invitedAt !== null)
  if (invited.length === 0) return new Map()
  const { tenantId, topic, recipient, status, error, createdAt, sentAt, id } = mails
  const lastMails = await reader
    .selectDistinctOn([topic], { topic, recipient, status, error, createdAt, sentAt })
    .from(mails)
    .where(
      and(
        eq(tenantId, ctx.tenantId),
        inArray(
          topic,
          invited.map((signer) => signerTopic(signer.id)),
        ),
      ),
    )
    .orderBy(topic, desc(id))
  const mailByTopic = new Map(lastMails.map((mail) => [mail.topic, mail]))
  return new Map(
    invited.flatMap((signer) => {
      const mail = mailByTopic.get(signerTopic(signer.id))
      // An email from before a correction of the signer is not that of the present invitation.
      if (!mail || mail.recipient !== signer.email || mail.createdAt < signer.invitedAt!) return []
      const { status, error } = mail
      return [[signer.id, { status, at: (mail.sentAt ?? mail.createdAt).toISOString(), error }] as const]
    }),
  )
}
