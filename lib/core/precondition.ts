import { createHash } from 'node:crypto'
import { AppError } from './errors.ts'

/** The version of a record, which changes with its content. Clients get it as `ETag`; no compression's suffix ends it. */
export function versionOf(content: object): string {
  return createHash('sha256').update(JSON.stringify(content, inOrder)).digest('hex').slice(0, 32)
}

/** JSONB does not keep the order of members: a record that was just written has the version of the stored one. */
function inOrder(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
}

/**
 * Checks the header `If-Match` (RFC 9110, 13.1.1); null, without the header, matches every version.
 * @throws AppError `precondition_failed`
 */
export function assertVersion(ifMatch: string | null, version: string): void {
  // Compression makes an ETag weak, or adds the name of the encoding to it.
  const tags = ifMatch?.split(',').map((tag) =>
    tag
      .trim()
      .replace(/^W\//, '')
      .replace(/-(br|gzip)"$/, '"'),
  )
  if (!tags || tags.includes('*') || tags.includes(`"${version}"`)) return
  throw new AppError(
    'precondition_failed',
    'Changed since you read it: the ETag in If-Match is not the current one. Read it again, then repeat your change.',
  )
}
