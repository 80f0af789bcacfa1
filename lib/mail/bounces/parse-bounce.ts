import PostalMime from 'postal-mime'

/** That an email could not be delivered, as another mail server says. */
export interface Bounce {
  /** Of the email that it is about. */
  messageId: string
  reason: string
}

/** Reads a delivery status notification (RFC 3464); null for other emails, and for those of delays and deliveries. */
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
  const messageId = /<[^<>\s]+>/.exec(readField(returned, 'Message-ID') ?? '')?.[0]
  if (readField(status, 'Action')?.toLowerCase() !== 'failed' || !messageId) return null
  const diagnostic = readField(status, 'Diagnostic-Code')?.replace(/^[\w-]+;\s*/, '')
  return { messageId, reason: diagnostic || readField(status, 'Status') || 'undeliverable' }
}

/** The first field of this name, on one line. */
function readField(text: string, name: string): string | null {
  const value = new RegExp(`^${name}:[ \\t]*(.*(?:\\r?\\n[ \\t].*)*)`, 'im').exec(text)?.[1]
  return value?.replaceAll(/\s+/g, ' ').trim() ?? null
}
