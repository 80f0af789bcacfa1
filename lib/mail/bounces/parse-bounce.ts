import PostalMime from 'postal-mime'
import { MESSAGE_HEADER } from '../message-id.ts'

/** That an email could not be delivered, as another mail server says. */
export interface Bounce {
  /** What may name the email that it is about: its Message-ID, `X-Paraph-Message`, and the ENVID (RFC 3461, 4.4). */
  names: string[]
  failures: BounceFailure[]
}

/** One of the addresses that did not get the email: it may be forwarded to several. */
interface BounceFailure {
  /** Final-Recipient; null where it is not given as an address. */
  recipient: string | null
  /** A server was not reached, or did not take the email for now, until the sending one gave up (RFC 3463, 2: class 4). */
  isGivenUp: boolean
  reason: string
}

/** An address after its type, not in the form with `\x{…}` of RFC 6533, 3. */
const ADDRESS = /;[\s<]*([^\s;<>\\]+@[^\s;<>\\]+)/

/** The email has arrived at one of the addresses that stand behind that of the recipient (RFC 3464, 2.3.3). */
const ARRIVED = /^(?:delivered|relayed|expanded)\b/i

/**
 * Reads a delivery status notification (RFC 3464); null for other emails, for those of delays and deliveries, and where
 * the email has arrived at one of several addresses.
 */
export async function parseBounce(source: Uint8Array): Promise<Bounce | null> {
  const { attachments } = await PostalMime.parse(source, { forceRfc822Attachments: true })
  const findPart = (...types: string[]) => {
    const content = attachments.find(({ mimeType }) => types.includes(mimeType))?.content
    if (content === undefined) return ''
    return typeof content === 'string' ? content : Buffer.from(content as ArrayBuffer).toString()
  }
  const status = findPart('message/delivery-status', 'message/global-delivery-status')
  const returned = findPart(
    'message/rfc822',
    'text/rfc822-headers',
    'message/global',
    'message/global-headers',
  )
  // Blank lines end the fields of the message and those of each recipient (RFC 3464, 2.1).
  const groups = status.split(/\r?\n[ \t]*\r?\n/)
  const failed = groups.filter((group) => /^failed\b/i.test(readPlain(group, 'Action')))
  if (failed.length === 0 || groups.some((group) => ARRIVED.test(readPlain(group, 'Action')))) return null
  return {
    names: [
      readField(returned, 'Message-ID'),
      readField(returned, MESSAGE_HEADER),
      readField(status, 'Original-Envelope-Id'),
    ].filter((name) => name !== ''),
    failures: failed.map(readFailure),
  }
}

function readFailure(group: string): BounceFailure {
  const code = readPlain(group, 'Status')
  return {
    recipient: ADDRESS.exec(readPlain(group, 'Final-Recipient'))?.[1] ?? null,
    isGivenUp: code.startsWith('4.'),
    reason: readField(group, 'Diagnostic-Code').replace(/^[\w-]+;\s*/, '') || code || 'undeliverable',
  }
}

/** The first field of this name, on one line; empty without one. */
function readField(text: string, name: string): string {
  const value = new RegExp(`^${name}:[ \\t]*(.*(?:\\r?\\n[ \\t].*)*)`, 'im').exec(text)?.[1] ?? ''
  return value.replaceAll(/\s+/g, ' ').trim()
}

/** A field without comments (RFC 3464, 2.1.1). */
function readPlain(text: string, name: string): string {
  return readField(text, name)
    .replaceAll(/\([^()]*\)/g, '')
    .trim()
}
