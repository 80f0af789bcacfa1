import { z } from 'zod'
import { senderAddress } from '../email/sender-address.ts'
import { parseDatabaseUrl } from '../network/database-url.ts'

/*
 * The kinds of values that variables of the environment have. Each check has a message, which follows the name of the
 * variable.
 */

export const count = z.coerce
  .number({ error: 'must be a whole number' })
  .int('must be a whole number')
  .min(0, 'must not be negative')

export const portNumber = (lowest: number) =>
  z.coerce
    .number({ error: 'must be a port number' })
    .int('must be a port number')
    .min(lowest, 'must be a port number')
    .max(65535, 'must be a port number')

/** @param max UTF-16 code units */
export const shortText = (max: number) => z.string().max(max, `must have at most ${max} characters`)

const HTTP = ['http:', 'https:']

function isUrl(text: string, protocols: string[]): boolean {
  return URL.canParse(text) && protocols.some((protocol) => text.toLowerCase().startsWith(`${protocol}//`))
}

export const url = (protocols: string[]) =>
  z
    .string()
    .trim()
    .refine((text) => isUrl(text, protocols), {
      error: `must be a URL beginning with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`,
      abort: true,
    })

/** Of a protocol whose URLs may have none, as `smtp:` and `s3:`. */
export const urlWithHost = (protocols: string[]) =>
  url(protocols).refine((text) => new URL(text).hostname !== '', {
    error: 'must be a URL with a host',
    abort: true,
  })

/** The beginning of links, and of addresses in certificates: scheme and host in lower case, and the port. */
export const baseUrl = url(HTTP)
  .refine((text) => /^[^:]+:\/\/[^/?#@\\]+\/*$/.test(text), {
    error: 'must be a URL without user, path, query and fragment',
    abort: true,
  })
  .transform((text) => new URL(text).origin)

/** A server of PostgreSQL and one of its databases. */
export const databaseUrl = url(['postgres:', 'postgresql:']).superRefine((text, context) => {
  try {
    parseDatabaseUrl(text)
  } catch (error) {
    context.addIssue((error as Error).message)
  }
})

/** With a user: PGUSER is the role of DATABASE_URL. */
export const databaseUrlWithUser = databaseUrl.refine(
  (text) => new URL(text).username !== '',
  'must name a user, as in postgres://user:password@host/database',
)

/** An S3 bucket, also of another server than Amazon's. */
export const bucketUrl = urlWithHost(['s3:']).refine((text) => {
  const endpoint = new URL(text).searchParams.get('endpoint')
  return endpoint === null || isUrl(endpoint, HTTP)
}, 'must be a URL whose endpoint begins with http:// or https://')

/** The sender of emails: `Name <address>`, or an address. */
export const sender = z
  .string()
  .refine(
    (text) => senderAddress(text) !== null,
    'must be an email address, or a name and an address as in Paraph <sign@example.com>',
  )

/** Texts that are separated by commas. */
export const commaSeparated = z
  .string()
  .default('')
  .transform((text) =>
    text
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean),
  )

/** Hosts without a protocol, which would match none. */
export const allowedHosts = commaSeparated.refine(
  (list) => list.every((host) => /^[\p{L}\p{M}\p{N}._:[\]-]+$/u.test(host)),
  'must be hosts, each with or without a port, separated by commas',
)

/** The URLs of time-stamping authorities, or `internal`; null: none. */
export const timeStampAuthorities = commaSeparated
  .refine(
    (list) => list.join() === 'internal' || list.every((text) => isUrl(text, HTTP)),
    'must be "internal", or URLs beginning with http:// or https://, separated by commas',
  )
  .transform((list) => (list[0] === 'internal' ? list[0] : list.length > 0 ? list : null))
