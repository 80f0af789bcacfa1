import { AppError } from './errors.ts'

/**
 * Checks the header `If-Match` (RFC 9110, 13.1.1); null, without the header, matches every version.
 * @param versions of which it may name any
 * @throws AppError `precondition_failed`
 */
export function assertVersion(ifMatch: string | null, ...versions: string[]): void {
  // A reverse proxy that compresses responses makes the ETag weak, or adds the name of the encoding to it.
  const tags = ifMatch?.split(',').map((tag) =>
    tag
      .trim()
      .replace(/^W\//, '')
      .replace(/-(br|gzip)"$/, '"'),
  )
  if (!tags || tags.includes('*') || versions.some((version) => tags.includes(`"${version}"`))) return
  throw new AppError(
    'precondition_failed',
    'Changed since you read it: the ETag in If-Match is not the current one. Read it again, then repeat your change.',
  )
}
