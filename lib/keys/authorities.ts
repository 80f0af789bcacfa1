import { X509Certificate } from 'node:crypto'
import { and, desc, eq, gte, sql } from 'drizzle-orm'
import { tenants } from '#db/schema/identity'
import { roots, tenantKeys } from '#db/schema/keys'
import { type Reader, type Tx, write } from '#db/tenant'
import { addDays, addSeconds } from '#lib/core/clock'
import type { Ctx } from '#lib/core/ctx'
import { type KeyPair, makeAuthority, makeRoot, makeSeal, notAfter, type Validity } from './certificates.ts'
import { unwrapKey, wrapKey } from './custody.ts'

/** The tenant and time of an operation on keys. */
export type TenantScope = Pick<Ctx, 'tenantId' | 'now'>
type Purpose = 'authority' | 'seal'

const lifetimeDays = { root: 30 * 365, authority: 15 * 365 }
/** Signatures are valid for at least this long: a key whose certificate expires earlier gets a successor. */
const KEY_LIFETIME_DAYS = 10 * 365
/** Clock skew: certificates start to be valid this long before they are issued. */
const BACKDATE_SECONDS = 300

/** A key ready for use, with the certificates above it, DER, up to the root. */
export interface UnlockedKey {
  keyPair: KeyPair
  chain: Uint8Array[]
}

/** The platform's sealing key for the tenant in this mode, created on first use. */
export function sealOf(scope: TenantScope, testMode: boolean): Promise<UnlockedKey> {
  return write(scope, async (tx) => {
    const known = await currentKey(tx, scope, 'seal', testMode)
    if (known) {
      const issuer = await issuerOf(tx, scope, known.keyPair)
      return { keyPair: known.keyPair, chain: [issuer, await rootCertificate(tx, testMode)] }
    }
    await lockTenant(tx, scope)
    const authority = await authorityIn(tx, scope, testMode)
    const key = await currentKey(tx, scope, 'seal', testMode)
    if (key) return { keyPair: key.keyPair, chain: [authority.keyPair.certificate, ...authority.chain] }
    const organization = await tenantName(tx, scope)
    const commonName = titleOf('Paraph seal', organization, testMode)
    const keyPair = await makeSeal(
      { commonName, organization },
      untilAuthorityExpires(authority, scope),
      authority.keyPair,
    )
    await storeKey(tx, scope, 'seal', testMode, keyPair)
    return { keyPair, chain: [authority.keyPair.certificate, ...authority.chain] }
  })
}

/** The installation's root certificates (DER). */
export async function rootCertificates(
  reader: Reader,
): Promise<{ certificate: Uint8Array; testMode: boolean }[]> {
  return reader.select({ certificate: roots.certificate, testMode: roots.testMode }).from(roots)
}

/** The tenant's authority of this mode, created on first use, together with the installation's root if needed. */
export async function authorityIn(tx: Tx, scope: TenantScope, testMode: boolean): Promise<UnlockedKey> {
  const [known, issuer] = await Promise.all([
    currentKey(tx, scope, 'authority', testMode),
    storedRoot(tx, testMode),
  ])
  if (known) return { keyPair: known.keyPair, chain: [issuer!.certificate] }
  await lockTenant(tx, scope)
  const key = await currentKey(tx, scope, 'authority', testMode)
  if (key) return { keyPair: key.keyPair, chain: [await rootCertificate(tx, testMode)] }
  const root = await rootIn(tx, scope, testMode)
  const organization = await tenantName(tx, scope)
  const commonName = titleOf('Paraph authority', organization, testMode)
  const keyPair = await makeAuthority({ commonName, organization }, validity(scope, 'authority'), root)
  await storeKey(tx, scope, 'authority', testMode, keyPair)
  return { keyPair, chain: [root.certificate] }
}

/** Of two concurrent transactions the unique index admits one; the other reads its root. */
async function rootIn(tx: Tx, scope: TenantScope, testMode: boolean): Promise<KeyPair> {
  const known = await storedRoot(tx, testMode)
  if (known) return unwrapKey(rootOwner(testMode), known)
  const keyPair = await makeRoot(titleOf('Paraph root', '', testMode), validity(scope, 'root'))
  const stored = await wrapKey(rootOwner(testMode), keyPair)
  await tx
    .insert(roots)
    .values({ testMode, ...stored, createdAt: scope.now })
    .onConflictDoNothing()
  const winner = await storedRoot(tx, testMode)
  return unwrapKey(rootOwner(testMode), winner!)
}

async function storedRoot(reader: Reader, testMode: boolean) {
  const [root] = await reader.select().from(roots).where(eq(roots.testMode, testMode))
  return root ?? null
}

async function rootCertificate(reader: Reader, testMode: boolean): Promise<Uint8Array> {
  const root = await storedRoot(reader, testMode)
  return root!.certificate
}

async function currentKey(reader: Reader, scope: TenantScope, purpose: Purpose, testMode: boolean) {
  const [stored] = await reader
    .select()
    .from(tenantKeys)
    .where(
      and(
        eq(tenantKeys.tenantId, scope.tenantId),
        eq(tenantKeys.purpose, purpose),
        eq(tenantKeys.testMode, testMode),
        gte(tenantKeys.notAfter, isValidLongEnough(scope, testMode)),
      ),
    )
    .orderBy(desc(tenantKeys.notAfter))
    .limit(1)
  return stored ? { keyPair: await unwrapKey(tenantOwner(scope, purpose, testMode), stored) } : null
}

/** No key outlasts the root, so near its end a key that is valid as long as the root is enough. */
function isValidLongEnough({ now }: TenantScope, testMode: boolean) {
  const notBefore = addDays(now, KEY_LIFETIME_DAYS).toISOString()
  return sql<Date>`least(${notBefore}::timestamptz, (select ${roots.notAfter} from ${roots} where ${roots.testMode} = ${testMode}))`
}

/** The authority that issued a seal; after a renewal it may be an older one. */
async function issuerOf(reader: Reader, scope: TenantScope, seal: KeyPair): Promise<Uint8Array> {
  const authorities = await reader
    .select({ certificate: tenantKeys.certificate })
    .from(tenantKeys)
    .where(and(eq(tenantKeys.tenantId, scope.tenantId), eq(tenantKeys.purpose, 'authority')))
  const issued = new X509Certificate(seal.certificate)
  const issuer = authorities.find((one) => issued.checkIssued(new X509Certificate(one.certificate)))
  return new Uint8Array(issuer!.certificate)
}

async function storeKey(
  tx: Tx,
  scope: TenantScope,
  purpose: Purpose,
  testMode: boolean,
  keyPair: KeyPair,
): Promise<void> {
  const stored = await wrapKey(tenantOwner(scope, purpose, testMode), keyPair)
  await tx
    .insert(tenantKeys)
    .values({ tenantId: scope.tenantId, purpose, testMode, ...stored, createdAt: scope.now })
}

function lockTenant(tx: Tx, { tenantId }: TenantScope) {
  return tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`tenant keys ${tenantId}`}, 0))`)
}

async function tenantName(reader: Reader, { tenantId }: TenantScope): Promise<string> {
  const [tenant] = await reader.select({ name: tenants.name }).from(tenants).where(eq(tenants.id, tenantId))
  if (!tenant) throw new Error(`Tenant ${tenantId} does not exist.`)
  return tenant.name
}

/** From now until the authority expires. */
export function untilAuthorityExpires(authority: UnlockedKey, { now }: TenantScope): Validity {
  return { notBefore: addSeconds(now, -BACKDATE_SECONDS), notAfter: notAfter(authority.keyPair.certificate) }
}

function validity(scope: TenantScope, kind: keyof typeof lifetimeDays) {
  return {
    notBefore: addSeconds(scope.now, -BACKDATE_SECONDS),
    notAfter: addDays(scope.now, lifetimeDays[kind]),
  }
}

/** The common name of a certificate; in test mode it starts with a note. */
function titleOf(role: string, organization: string, testMode: boolean): string {
  const title = organization ? `${role} for ${organization}` : role
  return testMode ? `TEST ${title}` : title
}

function rootOwner(testMode: boolean): string {
  return testMode ? 'test root' : 'root'
}

function tenantOwner({ tenantId }: TenantScope, purpose: Purpose, testMode: boolean): string {
  return `tenant ${tenantId} ${testMode ? 'test ' : ''}${purpose}`
}
