import { createTransport, type SendMailOptions } from 'nodemailer'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import type { FaultCode } from '#lib/core/runtime/faults'

const CONNECT_MILLISECONDS = 10_000
/** How long a probe waits for each answer. */
const PROBE_MILLISECONDS = 20_000
/** From the connection to the end of the email. An email of which the server has no end is not delivered. */
const TRANSFER_MILLISECONDS = 120_000
/** How long a server that has the whole email may take to accept it (RFC 5321, 4.5.3.2.6). */
const ACCEPT_MILLISECONDS = 600_000
/** The same for an email that somebody waits for, and that is soon of no use. */
const ACCEPT_URGENT_MILLISECONDS = 60_000

/** The commands whose refusal is about one email unless it names the sender; any other refusal is about all of them. */
const COMMANDS_OF_EMAIL: readonly string[] = ['RCPT TO', 'DATA']
/** Replies to any command that ask for another login, or for any (RFC 4954, 6). */
const LOGIN_CODES: readonly number[] = [530, 534, 535, 538]

/** Replies that refuse the sender (RFC 3463, 3.2), for which Postfix waits until `RCPT TO`. */
const SENDER_REFUSED = /^5\d\d[ -]5\.1\.[78]\b/
/** Replies that refuse the machine, the sender or the recipient by a rule of the server (RFC 3463, 3.8). */
const REFUSED_BY_RULE = /^5\d\d[ -]5\.7\.\d/

/** What nodemailer says of a failure: the reply and its code, if there was one, and the command to which it came. */
export interface SmtpError {
  code?: string
  response?: string
  responseCode?: number
  command?: string
  /** The connection ended between the end of the email and the reply: the server may deliver it. */
  isUnanswered?: boolean
}

function createTransportTo(url: string, socketTimeout: number) {
  return createTransport({
    url,
    connectionTimeout: CONNECT_MILLISECONDS,
    greetingTimeout: CONNECT_MILLISECONDS,
    socketTimeout,
  })
}

/** Connects to an SMTP server and logs in. @throws when the server does not respond or refuses */
export function verifyMailServer(url: string): Promise<unknown> {
  return createTransportTo(url, PROBE_MILLISECONDS).verify()
}

export interface SendOptions {
  /** The email is soon of no use, such as one with a code. */
  isUrgent: boolean
  /** Ends the connection. */
  stop?: AbortSignal | undefined
}

/**
 * Sends an email; takes 12 minutes at most, and 3 if it is urgent.
 * @throws SmtpError
 */
export async function sendBySmtp(
  url: string,
  message: SendMailOptions,
  { isUrgent, stop }: SendOptions,
): Promise<void> {
  const transport = createTransportTo(url, isUrgent ? ACCEPT_URGENT_MILLISECONDS : ACCEPT_MILLISECONDS)
  const timeout = new AbortController()
  const timer = setTimeout(() => timeout.abort(), TRANSFER_MILLISECONDS)
  let isTransferred = false
  transport.use('stream', ({ message: body }, done) => {
    const createReadStream = body.createReadStream.bind(body)
    body.createReadStream = (options) =>
      createReadStream(options).once('end', () => {
        isTransferred = true
        clearTimeout(timer)
      })
    done()
  })
  try {
    const signal = stop ? AbortSignal.any([timeout.signal, stop]) : timeout.signal
    await transport.sendMail({ ...message, signal })
  } catch (error) {
    if (timeout.signal.aborted) throw Object.assign(new Error('Timeout'), { code: 'ETIMEDOUT' })
    const isUnanswered = isTransferred && !(error as SmtpError).responseCode
    throw Object.assign(error as Error, { isUnanswered })
  } finally {
    clearTimeout(timer)
  }
}

/**
 * The fault of the server, or of how it is configured here, that a failure shows; null when the server takes emails, but
 * not this one, or not now (RFC 5321, 4.2.1).
 */
export function findMailFault(error: unknown): FaultCode | null {
  const { code, response = '', responseCode, command = '' } = error as SmtpError
  if (code === 'EAUTH') return 'mail_login_refused'
  if (!responseCode) return 'mail_unreachable'
  if (LOGIN_CODES.includes(responseCode)) return 'mail_login_refused'
  if (SENDER_REFUSED.test(response)) return 'mail_refused'
  return responseCode < 500 || COMMANDS_OF_EMAIL.includes(command) ? null : 'mail_refused'
}

/**
 * Connects to an SMTP server, logs in as an email would, and names the sender, also as recipient: many servers say only
 * then whether they take emails from this machine and sender. Nothing is sent.
 * @returns whether there was a login: the URL has one, and the server offers it
 * @throws when the server does not respond or refuses
 */
export async function probeMailServer(url: string, sender: string): Promise<{ isLoggedIn: boolean }> {
  const { options } = createTransportTo(url, PROBE_MILLISECONDS)
  const { auth, authMethod: method } = options
  const connection = new SMTPConnection({
    ...options,
    // nodemailer sends a command of one's own only as a method of authentication.
    customAuth: {
      SENDER: async ({ sendCommand }) => {
        const parameter = /\P{ASCII}/u.test(sender) ? ' SMTPUTF8' : ''
        const { status } = await sendCommand(`MAIL FROM:<${sender}>${parameter}`)
        if (status !== 250) throw new Error(`The sender ${sender} is refused`)
        const { status: responseCode, response } = await sendCommand(`RCPT TO:<${sender}>`)
        // That the sender has no mailbox does not matter.
        const fault = findMailFault({ response, responseCode, command: 'RCPT TO' })
        if (fault === 'mail_refused' || fault === 'mail_login_refused' || REFUSED_BY_RULE.test(response))
          throw new Error(`Emails from ${sender} are refused`)
      },
    },
  })
  try {
    return await new Promise((resolve, reject) => {
      connection.on('error', reject)
      connection.once('end', () => reject(new Error('The connection was closed')))
      const login = (auth: object, onSuccess: () => void) =>
        connection.login(auth, (error) => (error ? reject(error) : onSuccess()))
      const nameSender = (isLoggedIn: boolean) => login({ method: 'SENDER' }, () => resolve({ isLoggedIn }))
      connection.connect((error) => {
        if (error) reject(error)
        else if (auth && connection.allowsAuth) login({ method, ...auth }, () => nameSender(true))
        else nameSender(false)
      })
    })
  } finally {
    connection.quit()
  }
}
