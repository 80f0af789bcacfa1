import { and, desc, eq, sql } from 'drizzle-orm'
import { mails } from '#db/schema/mail'
import type { Reader } from '#db/tenancy/tenant'
import type { Ctx } from '#lib/core/ctx'
import type { SignerRow } from '../present.ts'
import type { SignerRecord } from '../schema.ts'

/** Signers are invited by the clock of one machine, and emails written by that of another. */
const CLOCK_TOLERANCE_MILLISECONDS = 60_000

/** The topic of emails with a signing link or code, by which the last one to a signer is found. */
export function signerTopic(signerId: number): string {
  return `signer:${signerId}`
}

/** An email to a signer. */
export type SignerMail = Pick<
  typeof mails.$inferSelect,
  'recipient' | 'status' | 'error' | 'createdAt' | 'sentAt'
>

type InvitedSigner = Pick<SignerRow, 'id' | 'email' | 'invitedAt'>

/** How the last email to a signer fared; null before the present invitation was written. */
export function deliveryOf(signer: InvitedSigner, mail: SignerMail | null): SignerRecord['delivery'] {
  if (!mail || !signer.invitedAt || mail.recipient !== signer.email) return null
  // An email from before a correction of the signer is not that of the present invitation.
  if (Number(mail.createdAt) < Number(signer.invitedAt) - CLOCK_TOLERANCE_MILLISECONDS) return null
  const { status, error } = mail
  return { status, at: (mail.sentAt ?? mail.createdAt).toISOString(), error }
}

/** The delivery of the last email to each invited signer, by signer id. */
export async function deliveriesOf(
  reader: Reader,
  ctx: Ctx,
  signers: InvitedSigner[],
): Promise<Map<number, SignerRecord['delivery']>> {
  const invited = signers.filter(({ invitedAt }) => invitedAt !== null)
  if (invited.length === 0) return new Map()
  const { tenantId, topic, recipient, status, error, createdAt, sentAt, id } = mails
  const topics = invited.map((signer) => signerTopic(signer.id))
  const lastMails = await reader
    .selectDistinctOn([topic], { topic, recipient, status, error, createdAt, sentAt })
    .from(mails)
    // One parameter, so that the statement is the same for any number of signers.
    .where(and(eq(tenantId, ctx.tenantId), sql`${topic} = any(${sql.param(topics)}::text[])`))
    .orderBy(topic, desc(id))
  const mailByTopic = new Map(lastMails.map((mail) => [mail.topic, mail]))
  return new Map(
    invited.flatMap((signer) => {
      const delivery = deliveryOf(signer, mailByTopic.get(signerTopic(signer.id)) ?? null)
      return delivery ? [[signer.id, delivery] as const] : []
    }),
  )
}
