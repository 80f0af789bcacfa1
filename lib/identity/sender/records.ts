import dns from 'node:dns'
import { Resolver } from 'node:dns/promises'
import { domainOf, type SenderRow } from '#lib/mail/sender'

/** DNS servers that do not answer in so long, twice, are taken to be away. */
const TIMEOUT_MILLISECONDS = 3000
const TRIES = 2

/** A TXT record that the domain of a sender must have. */
interface DnsRecord {
  name: string
  value: string
}

type Keys = Pick<SenderRow, 'address' | 'token' | 'selector' | 'publicKey'>

/** The record that shows who controls the domain. */
export function tokenRecord({ address, token }: Keys): DnsRecord {
  return { name: `_paraph.${domainOf(address)}`, value: `paraph-verification=${token}` }
}

/** The record with the public key (RFC 6376, 3.6). */
export function keyRecord({ address, selector, publicKey }: Keys): DnsRecord {
  const name = `${selector}._domainkey.${domainOf(address)}`
  return { name, value: `v=DKIM1; k=rsa; p=${Buffer.from(publicKey).toString('base64')}` }
}

/** Whether the domain has the records now; null where DNS does not answer, which proves nothing. */
export async function findRecords(sender: Keys): Promise<{ tokenFound: boolean; keyFound: boolean } | null> {
  const [tokenTexts, keyTexts] = await Promise.all([
    resolveTexts(tokenRecord(sender).name),
    resolveTexts(keyRecord(sender).name),
  ])
  if (!tokenTexts || !keyTexts) return null
  const publicKey = Buffer.from(sender.publicKey).toString('base64')
  return {
    tokenFound: tokenTexts.some((text) => text.trim() === tokenRecord(sender).value),
    keyFound: keyTexts.some((text) => readTag(text, 'p') === publicKey),
  }
}

/** A tag of a DKIM record, without the white space that is allowed in it (RFC 6376, 3.2). */
function readTag(record: string, name: string): string | undefined {
  const tags = record.split(';').map((tag) => tag.replace(/\s/g, ''))
  return tags.find((tag) => tag.startsWith(`${name}=`))?.slice(name.length + 1)
}

/** The TXT records of a name; none where there is no such name; null where DNS does not answer. */
async function resolveTexts(name: string): Promise<string[] | null> {
  const resolver = new Resolver({ timeout: TIMEOUT_MILLISECONDS, tries: TRIES })
  // Not a named import: `setServers` replaces the function.
  resolver.setServers(dns.getServers())
  try {
    return (await resolver.resolveTxt(name)).map((parts) => parts.join(''))
  } catch (error) {
    return ['ENOTFOUND', 'ENODATA'].includes((error as NodeJS.ErrnoException).code ?? '') ? [] : null
  }
}
