import { and, eq } from 'drizzle-orm'
import { createTransport, type Transporter } from 'nodemailer'
import { mails } from '#db/schema/mail'
import { write } from '#db/tenant'
import { addDays } from '#lib/core/clock'
import { env } from '#lib/core/env'
import { sha256Hex } from '#lib/core/ids'
import { log } from '#lib/core/log'
import { openLetter } from './letter.ts'
import type { SendJob } from './queue.ts'

const PATIENCE_DAYS = 3
const TIMEOUT_MILLISECONDS = 20_000

type Mail = typeof mails.$inferSelect

/**
 * Hands one mail to the SMTP server. A refusal for good, or three days without success, ends it as failed; any other
 * trouble is thrown, for the queue to try again.
 */
export async function sendMail({ tenantId, mailId }: SendJob, now: Date): Promise<void> {
  const mail = await write({ tenantId }, async (tx) => {
    const [found] = await tx.select().from(mails).where(eq(mails.id, mailId))
    return found
  })
  const { smtpUrl } = env()
  if (mail?.status !== 'queued') return
  // Queued for a server that has since been taken away: it is kept like those that never had one.
  if (!smtpUrl) return settle(mail, { status: 'kept' })
  try {
    await deliver(smtpUrl, mail)
  } catch (error) {
    const { responseCode = 0, message } = error as Error & { responseCode?: number }
    const hopeless = responseCode >= 500 || now > addDays(mail.createdAt, PATIENCE_DAYS)
    await settle(mail, { status: hopeless ? 'failed' : 'queued', error: message.slice(0, 500) })
    if (!hopeless) throw error
    log().error({ mail: mail.id, tenant: tenantId, err: error }, 'a mail could not be delivered')
    return
  }
  // What was said is no longer ours to keep.
  await settle(mail, { status: 'sent', sentAt: now, sealed: null, error: null })
}

function settle(mail: Mail, outcome: Partial<Mail>): Promise<void> {
  return write(mail, async (tx) => {
    await tx
      .update(mails)
      .set(outcome)
      .where(and(eq(mails.id, mail.id), eq(mails.status, 'queued')))
  })
}

async function deliver(smtpUrl: string, mail: Mail): Promise<void> {
  const { subject, html, text, headers } = openLetter(mail)
  const { mailFrom, appUrl } = env()
  // The same after a crash between the server's "accepted" and our note of it, so that readers can drop the second.
  const messageId = `<${sha256Hex(`mail ${mail.tenantId} ${mail.id} ${appUrl}`).slice(0, 32)}@${new URL(appUrl).hostname}>`
  await transport(smtpUrl).sendMail({
    from: mailFrom,
    // As an object, so that an address is never read as a list of them.
    to: { name: '', address: mail.recipient },
    subject,
    html,
    text,
    messageId,
    date: mail.createdAt,
    headers: { 'Auto-Submitted': 'auto-generated', ...headers },
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}

let opened: Transporter | null = null

function transport(smtpUrl: string): Transporter {
  opened ??= createTransport(smtpUrl, {
    connectionTimeout: TIMEOUT_MILLISECONDS,
    greetingTimeout: TIMEOUT_MILLISECONDS,
    socketTimeout: TIMEOUT_MILLISECONDS,
  } as object)
  return opened
}
