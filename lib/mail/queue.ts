import { mails } from '#db/schema/mail'
import type { Tx } from '#db/tenant'
import type { Ctx } from '#lib/core/ctx'
import { env } from '#lib/core/env'
import { encrypt } from '#lib/core/secretbox'
import type { Priority } from '#lib/jobs/boss'
import { enqueue } from '#lib/jobs/enqueue'

/** The queue that hands mails to the SMTP server. */
export const SEND_QUEUE = 'mail.send'

/** What a mail says, in both forms. */
export interface EmailContent {
  subject: string
  html: string
  text: string
  headers?: Record<string, string>
}

/** Which mail a job is about. */
export interface SendJob {
  tenantId: number
  mailId: number
}

/**
 * Writes a mail in the transaction of what it tells about. With an SMTP server it is sent after the commit, and tried
 * again until it is accepted; without one it is kept and shown at /mailbox.
 */
export async function queueMail(
  tx: Tx,
  ctx: Pick<Ctx, 'tenantId' | 'now'>,
  { to, ...content }: EmailContent & { to: string },
  priority: Priority = 0,
): Promise<void> {
  const { smtpUrl } = env()
  const [row] = await tx
    .insert(mails)
    .values({
      tenantId: ctx.tenantId,
      recipient: to,
      content: encrypt('mail', Buffer.from(JSON.stringify(content)), String(ctx.tenantId)),
      status: smtpUrl ? 'queued' : 'local',
      createdAt: ctx.now,
    })
    .returning({ id: mails.id })
  if (smtpUrl && row) {
    const job: SendJob = { tenantId: ctx.tenantId, mailId: row.id }
    await enqueue(tx, SEND_QUEUE, job, { priority })
  }
}
