import { desc, sql } from 'drizzle-orm'
import { timeStampingKeys } from '#db/schema/keys'
import { type Reader, read, write } from '#db/tenancy/tenant'
import { now } from '#lib/core/clock'
import type { SigningIdentity } from '#lib/pades/cms/identity'
import { makeStampToken } from '#lib/pades/time-stamps/stamp-token'
import { ensureRoot, fullValidity, whereUsable } from './authorities.ts'
import { makeTimeStampingAuthority } from './certificates.ts'
import { makeIdentity, unwrapKey, wrapKey } from './custody.ts'
import type { KeyPair } from './key-pair.ts'

/** The policy of the installation's own tokens: 2.25 and a UUID (ITU-T X.667), as no registry knows it. */
const POLICY = '2.25.274318216395046138722153894470651276931'
/** Workers whose clock differs from the database's by more make no time stamps. */
const ACCURACY_SECONDS = 60
type Stamping = NonNullable<SigningIdentity['stamp']>

const OWNER = 'time-stamping authority'
/** The key belongs to no tenant. */
const installation = { tenantId: 0 }

/** Makes time-stamp tokens over a SHA-256 digest with the installation's own key; needs no network. */
export async function loadOwnStamping(): Promise<Stamping> {
  return stampWith(await ensureTimeStampingKey(now()))
}

/** Makes tokens with the key of a time-stamping authority. */
export function stampWith(keyPair: KeyPair): Stamping {
  const authority = makeIdentity(keyPair, [])
  return (digest) =>
    makeStampToken(digest, { policy: POLICY, time: now(), accuracySeconds: ACCURACY_SECONDS }, authority)
}

/** The certificates of the installation's own time-stamping authority, newest first, DER. */
export async function findTimeStampingCertificates(): Promise<Uint8Array[]> {
  const rows = await read(installation, (reader) =>
    reader
      .select({ certificate: timeStampingKeys.certificate })
      .from(timeStampingKeys)
      .orderBy(desc(timeStampingKeys.notAfter)),
  )
  return rows.map(({ certificate }) => certificate)
}

/** The key whose certificate is valid longest, created on first use, and again ten years before its end. */
async function ensureTimeStampingKey(time: Date): Promise<KeyPair> {
  const find = async (reader: Reader) => {
    const [stored] = await reader
      .select()
      .from(timeStampingKeys)
      .where(whereUsable(timeStampingKeys, time, false))
      .orderBy(desc(timeStampingKeys.notAfter), desc(timeStampingKeys.createdAt))
      .limit(1)
    return stored && unwrapKey(OWNER, stored)
  }
  const stored = await read(installation, find)
  if (stored) return stored
  return write(installation, async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${OWNER}, 0))`)
    // Another transaction may have created the key before this one got the lock.
    const concurrent = await find(tx)
    if (concurrent) return concurrent
    const scope = { ...installation, now: time }
    const root = await ensureRoot(tx, scope, false)
    const keyPair = await makeTimeStampingAuthority(
      'Paraph time stamps',
      fullValidity(scope, 'authority'),
      root,
    )
    await tx.insert(timeStampingKeys).values({ ...(await wrapKey(OWNER, keyPair)), createdAt: time })
    return keyPair
  })
}
