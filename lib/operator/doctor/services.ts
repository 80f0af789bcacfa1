import { randomBytes, X509Certificate } from 'node:crypto'
import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { connect, type PeerCertificate } from 'node:tls'
import { countDueStamps } from '#db/tenancy/cross-tenant-stamps'
import { DAY_SECONDS, now, secondsUntil } from '#lib/core/clock'
import { type Env, keepsMailsLocally, mailNotice } from '#lib/core/env'
import { isLoopback } from '#lib/core/network/addresses'
import { formatUtcDay } from '#lib/core/text/format-day'
import { timeStamp } from '#lib/keys/time-stamping'
import { probeMailServer } from '#lib/mail/smtp'
import { findOffice, lacksEquations } from '#lib/office/convert'
import { findIsolationProblem } from '#lib/office/sandbox'
import { PadesError } from '#lib/pades/error'
import { verifyStampOver } from '#lib/pades/time-stamps/time-stamp-verify'
import { endsSoon, readStampEnds } from '#lib/signing/revisions/stamp-end'
import { isNear } from './certificates.ts'
import { explain, failed, type Outcome, passed, warning } from './outcome.ts'

const TIMEOUT_MILLISECONDS = 5000
/** A certificate that is renewed by itself is renewed earlier. */
const TLS_WARNING_DAYS = 14
/** By then every time stamp is due. */
const END_OF_TIME_STAMPS = new Date('9999-12-31')

/** The SMTP server: its login, and whether it takes emails from the address of `MAIL_FROM`. */
export async function checkMail(
  config: Pick<Env, 'smtpUrl' | 'appUrl' | 'mailFromAddress'>,
): Promise<Outcome> {
  const { smtpUrl, mailFromAddress } = config
  if (smtpUrl === null) {
    const notice = mailNotice(config)
    return keepsMailsLocally(config) ? passed(notice) : failed('No emails are sent.', notice)
  }
  const { host } = new URL(smtpUrl)
  try {
    const { isLoggedIn } = await probeMailServer(smtpUrl, mailFromAddress)
    return passed(
      isLoggedIn
        ? `${host} accepts the login, and ${mailFromAddress} as sender`
        : `${host} accepts ${mailFromAddress} as sender, without a login`,
    )
  } catch (error) {
    return failed(
      `${host} does not take emails: ${explain(error)}`,
      'Check SMTP_URL (host, port, smtps:// or smtp://, user and password) and MAIL_FROM. Emails wait for three days.',
    )
  }
}

/** LibreOffice, which is wanted for text documents only, and whether it can be isolated. */
export function checkConversion(): Outcome {
  const office = findOffice()
  if (!office) return passed('LibreOffice (soffice) is not on the PATH: DOCX, ODT and HTML files are refused')
  const problem = findIsolationProblem()
  if (problem === null && lacksEquations(office))
    return warning(
      'LibreOffice has no Math, so DOCX files with equations are refused',
      'Install it: libreoffice-math-nogui, or libreoffice-math.',
    )
  if (problem === null) return passed(`${office} makes PDFs of DOCX, ODT and HTML files`)
  return warning(
    `LibreOffice cannot be isolated, so DOCX, ODT and HTML files are refused: ${problem}`,
    'Allow user namespaces, and a mount of /proc in them: docs/deploying/container.md.',
  )
}

/** The mailbox of returned emails, up to its folder. */
export async function checkBounces({ bounceMailbox }: Pick<Env, 'bounceMailbox'>): Promise<Outcome> {
  if (bounceMailbox === null) return passed('No mailbox of returned emails is configured')
  const { host } = new URL(bounceMailbox)
  try {
    // The client of IMAP is loaded only where there is such a mailbox.
    const { probeMailbox } = await import('#lib/mail/bounces/read-bounces')
    await probeMailbox(bounceMailbox)
    return passed(`${host} accepts the login, and has the folder`)
  } catch (error) {
    return failed(
      `The mailbox at ${host} cannot be opened: ${explain(error)}`,
      'Check BOUNCE_MAILBOX: host, port, imaps:// or imap://, user, password and folder. Returned emails count as sent.',
    )
  }
}

/** Each time-stamping authority; without one, whether files have time stamps that nothing renews. */
export async function checkTimeStamps({ tsa }: Pick<Env, 'tsa'>): Promise<Outcome> {
  if (tsa === null) return checkUnrenewed()
  if (tsa === 'internal') return passed('The authority of this installation makes them')
  const failures: string[] = []
  const remedies = new Set<string>()
  const ends: string[] = []
  for (const url of tsa) {
    const { host } = new URL(url)
    const digest = randomBytes(32)
    try {
      const token = await timeStamp([url], digest)
      ends.push(...listEnds(host, verifyStampOver(token, () => digest).certificate!))
    } catch (error) {
      const { cause } = error as Error
      failures.push(`No time stamp from ${host}: ${explain(cause)}`)
      remedies.add(
        cause instanceof PadesError
          ? 'Ask the authority for the reason, or set the clock of this machine by NTP where the times differ.'
          : 'Check TSA_URL, and that this machine may reach it.',
      )
    }
  }
  if (failures.length === 0 && ends.length > 0)
    return warning(
      ends.join('\n'),
      'Ask the authority for its next certificate, or for ECDSA, or put another authority first in TSA_URL.',
    )
  if (failures.length === 0)
    return passed(`${tsa.length === 1 ? 'The authority answers' : 'All authorities answer'}`)
  const message = [...failures, ...ends].join('\n')
  const remedy = [...remedies].join(' ')
  return failures.length < tsa.length
    ? warning(message, `${remedy} The others are used.`)
    : failed(message, `${remedy} Preparing and sealing wait.`)
}

async function checkUnrenewed(): Promise<Outcome> {
  const text = 'None are configured: signatures are PAdES level B'
  try {
    const count = await countDueStamps(END_OF_TIME_STAMPS)
    if (count === 0) return passed(text)
    return warning(
      `${text}, and nothing renews the time stamps of signed files (${count}).`,
      'Set TSA_URL, to any authority, as long as these files are kept: what their time stamps prove ends with them.',
    )
  } catch (error) {
    return failed(
      `Whether files have time stamps is unknown: ${explain(error)}`,
      'See the lines “database” and “access”.',
    )
  }
}

/** What ends soon of the time stamps of an authority. @param certificate DER; one that has ended gives no valid time stamp */
function listEnds(host: string, certificate: Uint8Array): string[] {
  const ends = readStampEnds(certificate)
  const { algorithm } = ends
  return [
    ...(isNear(ends.certificate)
      ? [`The certificate of the time stamps of ${host} ends on ${formatUtcDay(ends.certificate)}.`]
      : []),
    ...(algorithm && endsSoon({ certificate: algorithm, algorithm: null }, now())
      ? [
          `The time stamps of ${host} are RSA signatures, which are accepted until ${formatUtcDay(algorithm)}.`,
        ]
      : []),
  ]
}

/**
 * The address of links: its name, its certificate, and that this service answers there.
 * @param readCertificate connects by TLS; a certificate that no root of this machine has issued is an error
 */
export async function checkAddress(
  { appUrl }: Pick<Env, 'appUrl'>,
  readCertificate: (url: URL) => Promise<PeerCertificate> = readServerCertificate,
): Promise<Outcome> {
  const url = new URL(appUrl)
  const { hostname, protocol } = url
  try {
    await lookup(withoutBrackets(hostname))
  } catch (error) {
    return failed(`${hostname} has no address: ${explain(error)}`, 'Add a DNS record, or correct APP_URL.')
  }
  let end: Date | null = null
  if (protocol === 'https:')
    try {
      const { raw } = await readCertificate(url)
      end = new X509Certificate(raw).validToDate
    } catch (error) {
      return failed(
        `TLS of ${url.host} fails: ${explain(error)}`,
        'Renew or correct the certificate of the proxy: its names, its date and its chain.',
      )
    }
  const answer = await askForLiveness(appUrl)
  if (answer) return failed(`${appUrl} ${answer}`, 'Start the service, and lead the proxy at APP_URL to it.')
  if (end && isNear(end, TLS_WARNING_DAYS))
    return warning(
      `The certificate of ${url.host} ends in ${Math.floor(secondsUntil(end, now()) / DAY_SECONDS)} days.`,
      'Renew it, and look why that did not happen by itself.',
    )
  if (protocol === 'http:' && !isLoopback(hostname))
    return warning(
      `${appUrl} has no TLS: passwords and links can be read on the way.`,
      'Put a proxy with a certificate before the service, and set APP_URL to its https:// address.',
    )
  return passed(`${appUrl} leads to this service`)
}

/** An IPv6 address in a URL has brackets. */
const withoutBrackets = (hostname: string) => hostname.replace(/^\[|\]$/g, '')

/** @returns what is wrong; null when a service of this kind answers */
async function askForLiveness(appUrl: string): Promise<string | null> {
  try {
    const response = await fetch(`${appUrl}/api/v1/health/live`, {
      signal: AbortSignal.timeout(TIMEOUT_MILLISECONDS),
    })
    const body = (await response.json().catch(() => null)) as { status?: unknown } | null
    return body?.status === 'ok' ? null : `answers with ${response.status}, but not as this service does.`
  } catch (error) {
    return `does not answer: ${explain(error)}.`
  }
}

function readServerCertificate({ hostname, port }: URL): Promise<PeerCertificate> {
  return new Promise((resolve, reject) => {
    const host = withoutBrackets(hostname)
    // An address is no name of a server (RFC 6066, 3).
    const socket = connect({ host, port: Number(port || 443), servername: isIP(host) ? '' : host })
    socket.setTimeout(TIMEOUT_MILLISECONDS, () => socket.destroy(new Error('no answer')))
    socket.once('error', reject)
    socket.once('secureConnect', () => {
      resolve(socket.getPeerCertificate())
      socket.end()
    })
  })
}
