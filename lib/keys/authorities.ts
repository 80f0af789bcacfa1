import { X509Certificate } from 'node:crypto'
import { and, desc, eq, getTableColumns, gte, lte, sql } from 'drizzle-orm'
import { readTogether, rowsOf, rowsOfTable } from '#db/lists/rows'
import { tenants } from '#db/schema/identity'
import { roots, tenantKeys, type timeStampingKeys } from '#db/schema/keys'
import type { Reader, Tx } from '#db/tenancy/tenant'
import { addDays, addSeconds } from '#lib/core/clock'
import type { Ctx } from '#lib/core/ctx'
import type { Signer } from '#lib/pades/cms/identity'
import { getKeyId, makeAuthority, makeRoot, makeSeal, notAfter, type Validity } from './certificates.ts'
import { unwrapKey, wrapKey } from './custody.ts'
import type { KeyPair } from './key-pair.ts'

/** The tenant and the time of an operation on keys. */
export type TenantScope = Pick<Ctx, 'tenantId' | 'now'>
/** The use of a tenant's stored key: it issues certificates, or signs for the platform. */
type Purpose = 'authority' | 'seal'

const LIFETIME_DAYS = { root: 30 * 365, authority: 15 * 365 }
/** A stored key whose certificate expires earlier than this gets a successor: signatures stay valid for 10 years. */
const MIN_VALIDITY_DAYS = 10 * 365
/** Allowed clock skew: a certificate is valid from this long before `createdAt` of its key, the time of its making. */
const BACKDATE_SECONDS = 300

/** An unwrapped key with its chain: the issuing certificates up to the root, DER. */
export interface UnwrappedKey {
  keyPair: KeyPair
  chain: Uint8Array[]
}

/** The tenant's current keys in this mode and the certificates above them, for `readTogether`. */
export function selectKeys(scope: TenantScope, testMode: boolean) {
  return {
    sealKeys: selectCurrentKey(scope, 'seal', testMode),
    authorityKeys: selectCurrentKey(scope, 'authority', testMode),
    authorities: selectAuthorities(scope),
    storedRoots: selectRoot(testMode),
  }
}

/** The rows of `selectKeys`; the keys are encrypted. */
export type KeyRows = {
  [Name in keyof ReturnType<typeof selectKeys>]: ReturnType<ReturnType<typeof selectKeys>[Name]['toRow']>[]
}

/** The platform's sealing key for the tenant in this mode; null before its first use. */
export async function openSealingKey(
  scope: TenantScope,
  testMode: boolean,
  { sealKeys, authorities, storedRoots }: KeyRows,
): Promise<UnwrappedKey | null> {
  if (!sealKeys[0]) return null
  const stored = await unwrapKey(tenantOwner(scope, 'seal', testMode), sealKeys[0])
  const issuer = findIssuer(stored, authorities)
  return { keyPair: stored, chain: [issuer, rootAbove(issuer, storedRoots[0])] }
}

/** The tenant's authority of this mode; null before its first use. */
export async function openAuthority(
  scope: TenantScope,
  testMode: boolean,
  { authorityKeys, storedRoots }: KeyRows,
): Promise<UnwrappedKey | null> {
  if (!authorityKeys[0]) return null
  const stored = await unwrapKey(tenantOwner(scope, 'authority', testMode), authorityKeys[0])
  return { keyPair: stored, chain: [rootAbove(stored.certificate, storedRoots[0])] }
}

/** The platform's sealing key for the tenant in this mode, created on first use. */
export async function ensureSealingKey(tx: Tx, scope: TenantScope, testMode: boolean): Promise<UnwrappedKey> {
  const rows = await readTogether(tx, selectKeys(scope, testMode))
  const existing = await openSealingKey(scope, testMode, rows)
  if (existing) return existing
  await lockTenant(tx, scope)
  const authority = await ensureAuthority(tx, scope, testMode)
  // Another transaction may have created the seal before this one got the lock.
  const concurrent = await currentKey(tx, scope, 'seal', testMode)
  if (concurrent) return { keyPair: concurrent, chain: [authority.keyPair.certificate, ...authority.chain] }
  const organization = await tenantName(tx, scope)
  const commonName = formatCommonName('Paraph seal', organization, testMode)
  const keyPair = await makeSeal(
    { commonName, organization },
    untilAuthorityExpires(authority.keyPair, scope),
    authority.keyPair,
  )
  await storeKey(tx, scope, 'seal', testMode, keyPair)
  return { keyPair, chain: [authority.keyPair.certificate, ...authority.chain] }
}

/** The installation's root certificates (DER): at most one live and one of test mode. */
export async function findRootCertificates(
  reader: Reader,
): Promise<{ certificate: Uint8Array; testMode: boolean }[]> {
  return reader.select({ certificate: roots.certificate, testMode: roots.testMode }).from(roots)
}

/** The tenant's authority of this mode, created on first use, together with the installation's root if needed. */
export async function ensureAuthority(tx: Tx, scope: TenantScope, testMode: boolean): Promise<UnwrappedKey> {
  const rows = await readTogether(tx, selectKeys(scope, testMode))
  const existing = await openAuthority(scope, testMode, rows)
  if (existing) return existing
  await lockTenant(tx, scope)
  // Another transaction may have created the authority before this one got the lock.
  const concurrent = await currentKey(tx, scope, 'authority', testMode)
  if (concurrent) {
    const root = await findRoot(tx, testMode)
    return { keyPair: concurrent, chain: [rootAbove(concurrent.certificate, root)] }
  }
  const root = await ensureRoot(tx, scope, testMode)
  const organization = await tenantName(tx, scope)
  const commonName = formatCommonName('Paraph authority', organization, testMode)
  const keyPair = await makeAuthority({ commonName, organization }, fullValidity(scope, 'authority'), root)
  await storeKey(tx, scope, 'authority', testMode, keyPair)
  return { keyPair, chain: [root.certificate] }
}

/**
 * The root's key, created on first use. Of two concurrent transactions one inserts it; the other reads that root.
 * @throws Error when the root has expired: nothing that it or its authorities sign would be valid
 */
export async function ensureRoot(
  tx: Tx,
  scope: Pick<TenantScope, 'now'>,
  testMode: boolean,
): Promise<KeyPair> {
  const existing = await findRoot(tx, testMode)
  if (existing && existing.notAfter < scope.now)
    throw new Error(`The root certificate expired on ${existing.notAfter.toISOString()}.`)
  if (existing) {
    const root = await unwrapKey(rootOwner(testMode), existing)
    const isValidYet = existing.createdAt <= addSeconds(scope.now, BACKDATE_SECONDS)
    return isValidYet ? root : certifyRootAgain(tx, scope, testMode, root)
  }
  const keyPair = await makeRoot(formatCommonName('Paraph root', '', testMode), fullValidity(scope, 'root'))
  const storedKey = await wrapKey(rootOwner(testMode), keyPair)
  await tx
    .insert(roots)
    .values({ testMode, ...storedKey, createdAt: scope.now })
    .onConflictDoNothing()
  const inserted = await findRoot(tx, testMode)
  return unwrapKey(rootOwner(testMode), inserted!)
}

/** Another certificate for a root from before the clock was set back. What it has issued is below both: key and name stay. */
async function certifyRootAgain(
  tx: Tx,
  scope: Pick<TenantScope, 'now'>,
  testMode: boolean,
  root: KeyPair,
): Promise<KeyPair> {
  const commonName = formatCommonName('Paraph root', '', testMode)
  const certified = await makeRoot(commonName, fullValidity(scope, 'root'), root)
  const { certificate } = certified
  const patch = { certificate, notAfter: notAfter(certificate), createdAt: scope.now }
  await tx.update(roots).set(patch).where(eq(roots.testMode, testMode))
  return certified
}

const selectRoot = (testMode: boolean) => rowsOfTable(roots, eq(roots.testMode, testMode))

async function findRoot(reader: Reader, testMode: boolean) {
  return (await readTogether(reader, { storedRoots: selectRoot(testMode) })).storedRoots[0]
}

/** The root's certificate (DER), which must have issued this authority. @throws Error when that root's row is gone */
function rootAbove(authority: Uint8Array, root: { certificate: Uint8Array } | undefined): Uint8Array {
  if (!root || !new X509Certificate(authority).checkIssued(new X509Certificate(root.certificate)))
    throw new Error(
      `The root that issued the authority ${getKeyId(authority)} is missing: restore the table roots from a backup.`,
    )
  return root.certificate
}

/** The stored key that is valid longest, of those that may be used. */
function selectCurrentKey(scope: TenantScope, purpose: Purpose, testMode: boolean) {
  return rowsOf(getTableColumns(tenantKeys), (select) =>
    select
      .from(tenantKeys)
      .where(
        and(
          eq(tenantKeys.tenantId, scope.tenantId),
          eq(tenantKeys.purpose, purpose),
          eq(tenantKeys.testMode, testMode),
          whereUsable(tenantKeys, scope.now, testMode),
        ),
      )
      .orderBy(desc(tenantKeys.notAfter), desc(tenantKeys.createdAt))
      .limit(1),
  )
}

/** The key of `selectCurrentKey`, unwrapped. */
export async function currentKey(
  reader: Reader,
  scope: TenantScope,
  purpose: Purpose,
  testMode: boolean,
): Promise<KeyPair | null> {
  const { keys } = await readTogether(reader, { keys: selectCurrentKey(scope, purpose, testMode) })
  return keys[0] ? unwrapKey(tenantOwner(scope, purpose, testMode), keys[0]) : null
}

/**
 * The condition for a key that may be used: its certificate is valid already, as that of one from before the clock was set
 * back may not be, and for ten years from now, or as long as the root, which no key can exceed, but not before now.
 */
export function whereUsable(
  { createdAt, notAfter }: typeof tenantKeys | typeof timeStampingKeys,
  now: Date,
  testMode: boolean,
) {
  const inTenYears = addDays(now, MIN_VALIDITY_DAYS).toISOString()
  const root = sql`(select ${roots.notAfter} from ${roots} where ${roots.testMode} = ${testMode})`
  const leastEnd = sql<Date>`greatest(${now.toISOString()}::timestamptz, least(${inTenYears}::timestamptz, ${root}))`
  return and(lte(createdAt, addSeconds(now, BACKDATE_SECONDS)), gte(notAfter, leastEnd))
}

function selectAuthorities({ tenantId }: TenantScope) {
  const { certificate } = tenantKeys
  return rowsOf({ certificate }, (select) =>
    select
      .from(tenantKeys)
      .where(and(eq(tenantKeys.tenantId, tenantId), eq(tenantKeys.purpose, 'authority'))),
  )
}

/** The certificate (DER) of the authority that issued a seal; after a renewal it may be an older one. */
function findIssuer(seal: KeyPair, authorities: { certificate: Uint8Array }[]): Uint8Array {
  const sealCertificate = new X509Certificate(seal.certificate)
  const issuer = authorities.find(({ certificate }) =>
    sealCertificate.checkIssued(new X509Certificate(certificate)),
  )
  if (!issuer)
    throw new Error(
      `The authority of the seal ${getKeyId(seal.certificate)} is missing: restore the table tenant_keys from a backup.`,
    )
  return new Uint8Array(issuer.certificate)
}

export async function storeKey(
  tx: Tx,
  scope: TenantScope,
  purpose: Purpose,
  testMode: boolean,
  keyPair: KeyPair,
): Promise<void> {
  const storedKey = await wrapKey(tenantOwner(scope, purpose, testMode), keyPair)
  await tx
    .insert(tenantKeys)
    .values({ tenantId: scope.tenantId, purpose, testMode, ...storedKey, createdAt: scope.now })
}

/** Until the end of the transaction, only this one creates keys of the tenant. */
export function lockTenant(tx: Tx, { tenantId }: TenantScope) {
  return tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`tenant keys ${tenantId}`}, 0))`)
}

export async function tenantName(reader: Reader, { tenantId }: TenantScope): Promise<string> {
  const [tenant] = await reader.select({ name: tenants.name }).from(tenants).where(eq(tenants.id, tenantId))
  if (!tenant) throw new Error(`Tenant ${tenantId} does not exist.`)
  return tenant.name
}

/** From now until the authority expires. */
export function untilAuthorityExpires(
  { certificate }: Pick<Signer, 'certificate'>,
  { now }: TenantScope,
): Validity {
  return { notBefore: addSeconds(now, -BACKDATE_SECONDS), notAfter: notAfter(certificate) }
}

/** From now until the end of the lifetime of a root or an authority. */
export function fullValidity(scope: Pick<TenantScope, 'now'>, kind: keyof typeof LIFETIME_DAYS): Validity {
  return {
    notBefore: addSeconds(scope.now, -BACKDATE_SECONDS),
    notAfter: addDays(scope.now, LIFETIME_DAYS[kind]),
  }
}

/** The common name of a certificate: `Paraph seal for Acme`, in test mode `TEST Paraph seal for Acme`. */
export function formatCommonName(role: string, organization: string, testMode: boolean): string {
  const name = organization ? `${role} for ${organization}` : role
  return testMode ? `TEST ${name}` : name
}

/** The owner that `wrapKey` binds to the root's wrapped key. */
export function rootOwner(testMode: boolean): string {
  return testMode ? 'test root' : 'root'
}

/** The owner that `wrapKey` binds to a tenant's wrapped key. */
export function tenantOwner(
  { tenantId }: Pick<TenantScope, 'tenantId'>,
  purpose: Purpose,
  testMode: boolean,
): string {
  return `tenant ${tenantId} ${testMode ? 'test ' : ''}${purpose}`
}
