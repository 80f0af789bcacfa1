import type { SendMailOptions } from 'nodemailer'
import { read } from '#db/tenancy/tenant'
import { addDays, addSeconds, isClockRight } from '#lib/core/clock'
import { env } from '#lib/core/env'
import { TextError } from '#lib/core/errors'
import { log } from '#lib/core/log'
import { endFault, getReportedFault, markReported, reportFault } from '#lib/core/runtime/faults'
import { asErrorText, type ErrorText, errorText } from '#lib/messages/errors'
import { Circuit } from './circuit.ts'
import { decryptEmail } from './decrypt-email.ts'
import { MESSAGE_HEADER, makeMessageId, makeMessageToken } from './message-id.ts'
import {
  beginTransfer,
  failMessage,
  findQueued,
  type Mail,
  MessageUnanswered,
  updateMessage,
} from './outcome.ts'
import type { SendJob } from './queue.ts'
import { cleanReply, readStatus, withoutSecrets } from './reason.ts'
import { dkimOptions, findSender, type SenderRow } from './sender.ts'
import { findMailFault, type SendOptions, type SmtpError, sendBySmtp, verifyMailServer } from './smtp.ts'

const GIVE_UP_DAYS = 3
/** The service may have been off: older emails are still tried so often, for about half an hour. */
const MIN_TRIES = 60
/** So are those whose tries were before it was off, for so long after its start. */
const GIVE_UP_UPTIME_SECONDS = 1800
/** An email that is of use for no longer, such as one with a code, is urgent. */
const URGENT_SECONDS = 600
const PROBE_PAUSE_MILLISECONDS = 2000
/** How long a job waits for the server to respond: less than the grace period of a stopping worker. */
const WAIT_MILLISECONDS = 10_000
const SERVER_SILENT = errorText('failures.smtpServerSilent')
const TOO_LATE = errorText('failures.emailTooLate')

type Content = ReturnType<typeof decryptEmail>

/** The server does not accept the email now, or no emails of this service; the queue retries. */
class EmailDelayed extends TextError {}

/**
 * Sends one email by SMTP. A permanent rejection, three days without success, or the end of the time for which it is of
 * use, ends it as failed; other errors are thrown, so that the queue retries. While the clocks disagree, nobody knows how
 * old it is.
 * @param tries how often it was tried before
 */
export async function sendMail(
  { tenantId, mailId }: SendJob,
  now: Date,
  signal?: AbortSignal,
  tries = MIN_TRIES,
): Promise<void> {
  const mail = await findQueued({ tenantId, mailId })
  const { smtpUrl } = env()
  if (!mail) return
  // SMTP_URL was removed since the email was queued: it is shown at /mailbox.
  if (!smtpUrl) return updateMessage(mail, { status: 'local' })
  const content = readContent(mail)
  if (!content) return failMessage(mail, asErrorText('smtp', 'The content of the email cannot be decrypted.'))
  const { validSeconds } = content
  if (validSeconds !== undefined && isClockRight() && now > addSeconds(mail.createdAt, validSeconds))
    return failMessage(mail, afterUse(mail.error), { logged: TOO_LATE })
  const sender = content.fromInstallation
    ? null
    : await read({ tenantId }, (reader) => findSender(reader, { tenantId }))
  const attempt: Attempt = { mail, content, now, signal, tries }
  if (!(await serverAt(smtpUrl).circuit.isClosed(WAIT_MILLISECONDS, signal))) {
    if (!signal?.aborted) reportFault('mail_unreachable', { subject: new URL(smtpUrl).host })
    return recordFailure(attempt, markReported(new TextError(SERVER_SILENT), 'mail_unreachable'))
  }
  if (!(await beginTransfer(mail, now))) return
  try {
    const isUrgent = validSeconds !== undefined && validSeconds <= URGENT_SECONDS
    await deliver(smtpUrl, toMessage(mail, content, sender), { isUrgent, stop: signal })
  } catch (error) {
    return recordFailure(attempt, error)
  }
  // The content is not needed any more.
  await updateMessage(mail, { status: 'sent', sentAt: now, content: null, error: null })
}

interface Attempt {
  mail: Mail
  content: Content
  now: Date
  signal: AbortSignal | undefined
  tries: number
}

/**
 * Ends an email that the mail server has not taken, for good, or after three days and enough tries, unless the service was
 * just started.
 * @param error of the mail server
 * @throws unless it has ended
 */
async function recordFailure({ mail, content, now, signal, tries }: Attempt, error: unknown): Promise<void> {
  const isTriedLongEnough = tries >= MIN_TRIES && process.uptime() >= GIVE_UP_UPTIME_SECONDS
  const isTooOld = isClockRight() && isTriedLongEnough && now > addDays(mail.createdAt, GIVE_UP_DAYS)
  const { responseCode = 0, isUnanswered } = error as SmtpError
  const sentAt = isUnanswered ? now : mail.sentAt
  // Each run of a job that was queued by an earlier version is stopped before the server has to answer.
  if (signal?.aborted && isTooOld)
    return failMessage({ ...mail, sentAt }, errorText('failures.emailNotTaken', { days: GIVE_UP_DAYS }))
  // `sentAt` stays: the server may have the whole email.
  signal?.throwIfAborted()
  const fault = getReportedFault(error)
  // A fault says nothing about this email.
  const isRefused = responseCode >= 500 && !fault
  const isPermanent = isRefused || isTooOld
  const reason = getReason(error as Error, content)
  const logged = error instanceof TextError ? error.text : asErrorText('smtp', describe(error as Error))
  if (!isPermanent) {
    await updateMessage(mail, { error: reason, sentAt })
    const delayed = isUnanswered ? new MessageUnanswered(logged) : new EmailDelayed(logged)
    throw fault ? markReported(delayed, fault) : delayed
  }
  const failed = { ...mail, sentAt }
  if (isRefused) return failMessage(failed, reason, { logged })
  return failMessage(failed, afterDays(reason), { logged: afterDays(logged) })
}

/** The content of an email; null if it is damaged, or encrypted with another installation key. */
function readContent(mail: Mail): Content | null {
  try {
    return decryptEmail(mail)
  } catch (error) {
    log().error({ err: error, mail: mail.id }, 'an email cannot be decrypted')
    return null
  }
}

/** Why an email was not sent: the server rejects the address, or what else it says. */
function getReason(
  error: Error & { rejectedErrors?: Error[]; response?: string },
  content: Content,
): ErrorText {
  if (error instanceof TextError) return error.text
  const response = error.rejectedErrors && error.response
  const text = cleanReply(withoutSecrets(response ?? error.message, content))
  return response
    ? errorText('failures.allRecipientsRejected', { response: text })
    : asErrorText('smtp', text)
}

/** Why an email that waited has failed in the end: nobody refused it, and it is no longer tried. */
function afterDays(lastError: ErrorText): ErrorText {
  const days = GIVE_UP_DAYS
  // Its text says that the email will be sent.
  if (lastError.key === SERVER_SILENT.key) return errorText('failures.emailNotTaken', { days })
  return errorText('failures.emailNotTakenAfter', { days, error: lastError })
}

/** Why an email has failed that is of no use any more. @param lastError of the mail server */
function afterUse(lastError: ErrorText | null): ErrorText {
  // The text of the other one says that the email will be sent.
  if (!lastError || lastError.key === SERVER_SILENT.key) return TOO_LATE
  return errorText('failures.emailTooLateAfter', { error: lastError })
}

/** Sends an email, and reports what is wrong with the server or how it is configured here. */
async function deliver(smtpUrl: string, message: SendMailOptions, options: SendOptions): Promise<void> {
  const { host } = new URL(smtpUrl)
  try {
    await sendBySmtp(smtpUrl, message, options)
    for (const code of ['mail_unreachable', 'mail_login_refused', 'mail_refused'] as const)
      endFault(code, host)
  } catch (error) {
    const fault = findMailFault(error)
    if (!fault || options.stop?.aborted) throw error
    reportFault(fault, { subject: host, reason: describe(error as Error) })
    if (fault === 'mail_unreachable') serverAt(smtpUrl).circuit.open()
    throw markReported(error as Error, fault)
  }
}

/** What failed, without an address: of the answer of the server its status, and no envelope that nodemailer refuses itself. */
function describe({ message, code, response, command }: Error & SmtpError): string {
  if (!response && code !== 'EENVELOPE') return message
  return [code, response && readStatus(response), command].filter(Boolean).join(' ')
}

function toMessage(mail: Mail, content: Content, sender: SenderRow | null): SendMailOptions {
  const { fromName, subject, html, text, headers, images = [] } = content
  const job = { tenantId: mail.tenantId, mailId: mail.id }
  const token = makeMessageToken(job)
  // As an object, because a string would be parsed as a list of addresses.
  const recipient = { name: '', address: mail.recipient }
  return {
    ...makeFrom(sender, fromName),
    to: recipient,
    subject,
    html,
    text,
    attachments: images.map(({ cid, filename, png }) => ({
      cid,
      filename,
      content: png,
      encoding: 'base64',
      contentType: 'image/png',
      contentDisposition: 'inline',
    })),
    messageId: makeMessageId(job),
    // Servers that support it name the email so when they return it (RFC 3461, 4.4).
    dsn: { id: token },
    // Bounces come to the installation, whose server SPF knows (RFC 7208); DKIM vouches for the domain of `From`.
    envelope: { from: env().mailFromAddress, to: recipient },
    date: mail.createdAt,
    headers: {
      'Auto-Submitted': 'auto-generated',
      [MESSAGE_HEADER]: token,
      ...replyToLost(sender),
      ...headers,
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

/** The tenant's own address only while its domain is verified, and then signed. */
function makeFrom(sender: SenderRow | null, fromName?: string): Pick<SendMailOptions, 'from' | 'dkim'> {
  if (sender?.verifiedAt)
    return { from: { name: sender.name, address: sender.address }, dkim: dkimOptions(sender) }
  const { mailFrom, mailFromAddress } = env()
  return { from: fromName ? { name: fromName, address: mailFromAddress } : mailFrom }
}

/** Replies still reach a tenant whose domain is not verified any more. */
function replyToLost(sender: SenderRow | null): Record<string, string> {
  return sender?.lostAt ? { 'Reply-To': sender.address } : {}
}

interface Server {
  url: string
  circuit: Circuit
}
let current: Server | null = null

function serverAt(url: string): Server {
  if (current?.url === url) return current
  const circuit = new Circuit({
    probe: () => verifyMailServer(url),
    pauseMilliseconds: PROBE_PAUSE_MILLISECONDS,
  })
  current = { url, circuit }
  return current
}
