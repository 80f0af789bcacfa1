import { X509Certificate } from 'node:crypto'
import { and, eq, lt } from 'drizzle-orm'
import { revocationLists, roots, tenantKeys } from '#db/schema/keys'
import { findAuthorityRef } from '#db/tenancy/cross-tenant'
import { type Reader, read, write } from '#db/tenancy/tenant'
import { addDays, isFuture } from '#lib/core/clock'
import { log } from '#lib/core/log'
import type { Signer } from '#lib/pades/cms/identity'
import { rootOwner, tenantOwner } from './authorities.ts'
import { getKeyId } from './certificates.ts'
import { unwrapKey } from './custody.ts'
import { type ListFacts, makeRevocationList } from './make-revocation-list.ts'
import { listOperatorKeys } from './operator-keys.ts'

/** How long a list is valid, for validators that were offline meanwhile. */
const VALID_DAYS = 7
/** A list that is older is replaced when it is read. */
const MAX_AGE_DAYS = 1
/** Roots and lists belong to no tenant. */
const installation = { tenantId: 0 }

/** A root or a tenant's authority of this installation, or the operator's. */
export interface Authority {
  /** DER. */
  certificate: Uint8Array
  unwrap(): Promise<Pick<Signer, 'certificate' | 'sign'>>
}

/** The newest revocation list of a root or an authority. */
export interface RevocationList extends ListFacts {
  /** CertificateList, DER. */
  list: Uint8Array
}

/** The root or authority whose certificate has this subject key identifier; null for an unknown one. */
export async function findAuthority(keyId: string): Promise<Authority | null> {
  const storedRoots = await read(installation, (reader) => reader.select().from(roots))
  const root = storedRoots.find(({ certificate }) => getKeyId(certificate) === keyId)
  if (root) return { certificate: root.certificate, unwrap: () => unwrapKey(rootOwner(root.testMode), root) }
  const ref = await findAuthorityRef(keyId)
  if (!ref) return findBrought(keyId)
  const [key = null] = await read(ref, (reader) =>
    reader
      .select()
      .from(tenantKeys)
      .where(and(eq(tenantKeys.tenantId, ref.tenantId), eq(tenantKeys.id, ref.id))),
  )
  return (
    key && {
      certificate: key.certificate,
      unwrap: () => unwrapKey(tenantOwner(ref, 'authority', key.testMode), key),
    }
  )
}

async function findBrought(keyId: string): Promise<Authority | null> {
  const brought = (await listOperatorKeys()).find(
    ({ certificate }) => new X509Certificate(certificate).ca && getKeyId(certificate) === keyId,
  )
  return brought ? { certificate: brought.certificate, unwrap: async () => brought } : null
}

/**
 * The revocation list of a root or an authority; a new one when the stored one is a day old, or older than `madeSince`, or
 * of the future, as it was made before the clock was set back (RFC 5280, 5.1.2.4: the issue date). Without the key, which
 * may be away or configured no longer, the stored one is returned until its end, unless `madeSince` demands a newer one.
 * @returns null for an unknown authority
 */
export async function loadRevocationList(
  keyId: string,
  now: Date,
  madeSince?: Date,
): Promise<RevocationList | null> {
  const stored = await read(installation, (reader) => findList(reader, keyId))
  const isValid =
    stored &&
    now < stored.nextUpdate &&
    stored.thisUpdate >= (madeSince ?? stored.thisUpdate) &&
    !isFuture(stored.thisUpdate, now)
  if (isValid && stored.thisUpdate > addDays(now, -MAX_AGE_DAYS)) return stored
  const authority = await findAuthority(keyId)
  if (!authority) return isValid ? stored : null
  try {
    const made = await makeNext(keyId, authority, stored, now)
    return made ?? (await loadRevocationList(keyId, now, madeSince))
  } catch (error) {
    if (!isValid) throw error
    log().warn({ err: error, key: keyId }, 'no new revocation list could be made: the stored one is served')
    return stored
  }
}

async function findList(reader: Reader, keyId: string) {
  const [stored] = await reader.select().from(revocationLists).where(eq(revocationLists.keyId, keyId))
  return stored
}

/**
 * Signs without a transaction, as the key may be elsewhere. The number follows the time: lists that were made after the backup
 * that was restored have other ones (RFC 5280, 5.2.3).
 * @returns null when another list got this number, or a higher one, first
 */
async function makeNext(
  keyId: string,
  authority: Authority,
  before: RevocationList | undefined,
  now: Date,
): Promise<RevocationList | null> {
  const thisUpdate = new Date(Math.floor(now.getTime() / 1000) * 1000)
  const number = Math.max((before?.number ?? 0) + 1, thisUpdate.getTime() / 1000)
  const facts = { number, thisUpdate, nextUpdate: addDays(thisUpdate, VALID_DAYS) }
  const made = { ...facts, list: await makeRevocationList(await authority.unwrap(), facts) }
  return write(installation, async (tx) => {
    const [inserted] = await tx
      .insert(revocationLists)
      .values({ keyId, ...made })
      .onConflictDoUpdate({
        target: revocationLists.keyId,
        set: made,
        setWhere: lt(revocationLists.number, number),
      })
      .returning()
    return inserted ?? null
  })
}
