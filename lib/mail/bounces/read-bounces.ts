// Unlike decodeURIComponent, `unescape` leaves a malformed %-sequence as it is, as nodemailer does in SMTP_URL.
import { unescape as percentDecode } from 'node:querystring'
import { ImapFlow } from 'imapflow'
import { env } from '#lib/core/env'
import { log } from '#lib/core/log'
import { endFault, markReported, reportFault } from '#lib/core/runtime/faults'
import { readMessageName } from '../message-id.ts'
import { failReturned } from '../outcome.ts'
import { readStatus } from '../reason.ts'
import { parseBounce } from './parse-bounce.ts'

const TIMEOUT_MILLISECONDS = 20_000
/** The headers of the returned email are before this; its content need not be read. */
const MAX_BYTES = 256 * 1024
/** More are read by the next job. */
const MAX_MESSAGES = 200

/**
 * Reads the new messages in the mailbox to which undeliverable emails are returned, and ends as failed the emails that
 * they are about. A message that was read is marked as seen; none is deleted.
 */
export async function readBounces(signal: AbortSignal): Promise<void> {
  const { bounceMailbox } = env()
  if (!bounceMailbox) return
  const url = new URL(bounceMailbox)
  const client = await openMailbox(url).catch((error: Error) => {
    reportFault('bounces_unreadable', { subject: url.host, reason: error.message })
    throw markReported(error, 'bounces_unreadable')
  })
  endFault('bounces_unreadable', url.host)
  try {
    const unseen = (await client.search({ seen: false }, { uid: true })) || []
    for (const uid of unseen.slice(0, MAX_MESSAGES)) {
      signal.throwIfAborted()
      const message = await client.fetchOne(uid, { source: { maxLength: MAX_BYTES } }, { uid: true })
      if (message) await recordBounce(message.source ?? Buffer.alloc(0))
      await client.messageFlagsAdd(uid, ['\\Seen'], { uid: true })
    }
  } finally {
    await leave(client)
  }
}

/** Signs in and opens the folder. @throws when that is not possible */
export async function probeMailbox(bounceMailbox: string): Promise<void> {
  await leave(await openMailbox(new URL(bounceMailbox)))
}

async function recordBounce(source: Uint8Array): Promise<void> {
  // Anyone may send to this address: a message that cannot be read must not keep later ones from being read.
  const bounce = await parseBounce(source).catch((error: unknown) => {
    log().warn({ err: error }, 'a message in the mailbox of returned emails cannot be read')
    return null
  })
  if (!bounce) return
  const job = bounce.names.map(readMessageName).find((found) => found !== null)
  if (job) return failReturned(job, bounce)
  log().warn(
    { reason: readStatus(bounce.failures[0]!.reason) },
    'an email was returned that is not known here',
  )
}

async function openMailbox(url: URL): Promise<ImapFlow> {
  const client = makeClient(url)
  // A command that fails throws; without a listener the event would end the process.
  client.on('error', () => {})
  try {
    await client.connect()
    await client.mailboxOpen(readFolder(url))
    return client
  } catch (error) {
    client.close()
    throw describeRefusal(error as Error)
  }
}

async function leave(client: ImapFlow): Promise<void> {
  await client.logout().catch(() => client.close())
}

/** Without the answer of the server, which may quote an address. */
function describeRefusal(error: Error & { authenticationFailed?: boolean; mailboxMissing?: boolean }): Error {
  if (error.authenticationFailed) return new Error('The login is refused.')
  return error.mailboxMissing ? new Error('There is no such folder.') : error
}

function makeClient({ protocol, hostname, port, username, password }: URL): ImapFlow {
  const secure = protocol === 'imaps:'
  return new ImapFlow({
    host: hostname,
    port: port ? Number(port) : secure ? 993 : 143,
    secure,
    auth: { user: percentDecode(username), pass: percentDecode(password) },
    logger: false,
    connectionTimeout: TIMEOUT_MILLISECONDS,
    greetingTimeout: TIMEOUT_MILLISECONDS,
    socketTimeout: TIMEOUT_MILLISECONDS,
  })
}

function readFolder({ pathname }: URL): string {
  return percentDecode(pathname.slice(1)) || 'INBOX'
}
