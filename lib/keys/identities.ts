import { X509Certificate } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { signerCertificates } from '#db/schema/keys'
import { asyncCommit, type Reader, type Tx, write } from '#db/tenancy/tenant'
import { addSeconds } from '#lib/core/clock'
import { env } from '#lib/core/env'
import { log } from '#lib/core/log'
import type { Signer, SigningIdentity } from '#lib/pades/cms/identity'
import { isValidAt } from '#lib/pades/keys/certificate-path'
import { ensureAuthority, ensureSealingKey, type TenantScope, untilAuthorityExpires } from './authorities.ts'
import { makeRoot, makeSigner, makeTimeStampingAuthority, type SignerSubject } from './certificates.ts'
import { makeIdentity } from './custody.ts'
import { loadOperatorKey } from './operator-keys.ts'
import { loadOwnStamping, stampWith } from './own-time-stamps.ts'
import { findSeal, toPath, toSigner } from './seals/seals.ts'
import { expectTokenBytes, timeStamp } from './time-stamping.ts'
import { loadValidationMaterial } from './validation-material.ts'

/** Tokens of the own authority differ by the length of time and signature. */
const TOKEN_MARGIN_BYTES = 16

/** How long the certificates of a trial signature are valid: longer than any trial takes. */
const TRIAL_SECONDS = 3600

/** The signer whom a certificate names. */
interface CertifiedSigner {
  /** Part of the subject's serialNumber: `signer-7`. */
  id: number
  name: string
  email: string
}

/** A signer's identity: its key exists in this object only. */
export interface SignerIdentity extends SigningIdentity {
  /** Serial number of the certificate, lower-case hexadecimal. */
  serialNumber: string
  /** Destroys the private key: later calls of `sign` fail. */
  destroy(): void
}

/**
 * A new P-256 key and a certificate for one signer. The operator's authority issues the certificate, or that of the
 * tenant in this mode; it is valid as long as the authority, so that signatures stay valid without a time stamp. The certificate is stored; the
 * key never is. The caller calls `destroy` when the last document is signed.
 */
export async function createSignerIdentity(
  scope: TenantScope,
  signer: CertifiedSigner,
  testMode: boolean,
): Promise<SignerIdentity> {
  const person = { name: signer.name, email: signer.email, serialNumber: `signer-${signer.id}` }
  const operatorAuthority = testMode ? null : await loadOperatorKey('authority')
  // No transaction waits for a key that is elsewhere.
  const issuedBefore = operatorAuthority && (await issue(person, scope, operatorAuthority))
  const { identity, certificateRow } = await write(
    scope,
    async (tx) => {
      const issued = issuedBefore ?? (await issue(person, scope, await ensureIssuer(tx, scope, testMode)))
      const owner = { tenantId: scope.tenantId, signerId: signer.id, createdAt: scope.now }
      const row = { ...owner, ...issued.certificateRow }
      await tx.insert(signerCertificates).values(row)
      return issued
    },
    asyncCommit,
  )
  let usable: SigningIdentity | null = identity
  const stamping = await loadStamping(testMode)
  return {
    certificate: identity.certificate,
    chain: operatorAuthority ? identity.chain : chainInFile(identity, stamping),
    serialNumber: certificateRow.serial,
    sign: async (data) => {
      if (!usable) throw new Error('The key of this signer was destroyed.')
      return usable.sign(data)
    },
    destroy: () => {
      usable = null
    },
    ...stamping,
  }
}

/**
 * Whether the certificate of `createSignerIdentity` is stored: a database that crashed or failed over since may have lost
 * it, as its commit was asynchronous.
 */
export async function isCertificateStored(tx: Tx, tenantId: number, serial: string): Promise<boolean> {
  const isOne = and(eq(signerCertificates.tenantId, tenantId), eq(signerCertificates.serial, serial))
  const rows = await tx.select({ id: signerCertificates.id }).from(signerCertificates).where(isOne)
  return rows.length > 0
}

/**
 * Issues a signer's certificate: the identity that signs, and the columns to store. A separate function, so that only
 * the identity references the key.
 */
async function issue(person: SignerSubject, scope: TenantScope, authority: Signer) {
  const keyPair = await makeSigner(person, untilAuthorityExpires(authority, scope), authority)
  const identity = makeIdentity(keyPair, [authority.certificate, ...authority.chain])
  const { certificate } = identity
  const { serialNumber, validFromDate, validToDate } = new X509Certificate(certificate)
  const serial = serialNumber.toLowerCase()
  return {
    identity,
    certificateRow: { certificate, serial, notBefore: validFromDate, notAfter: validToDate },
  }
}

async function ensureIssuer(tx: Tx, scope: TenantScope, testMode: boolean): Promise<Signer> {
  const { keyPair, chain } = await ensureAuthority(tx, scope, testMode)
  return makeIdentity(keyPair, chain)
}

/** The platform's identity for a tenant: it certifies at send and seals at completion. */
export async function loadPlatformIdentity(scope: TenantScope, testMode: boolean): Promise<SigningIdentity> {
  const stamping = await loadStamping(testMode)
  const { signer, isOwn } = await loadSealer(scope, testMode)
  return { ...signer, ...(isOwn && { chain: chainInFile(signer, stamping) }), ...stamping }
}

/** The same without time stamps. */
export async function loadSeal(scope: TenantScope, testMode: boolean): Promise<Signer> {
  return (await loadSealer(scope, testMode)).signer
}

/**
 * The key that the tenant brings while its certificates are valid and it can be read, else that of the operator, else
 * the platform's own: asked at each step, so that a process goes on when the tenant changes or removes its seal.
 */
async function loadSealer(
  scope: TenantScope,
  testMode: boolean,
): Promise<{ signer: Signer; isOwn: boolean }> {
  const sealer = await write(scope, async (tx) => {
    const brought = testMode ? null : await loadTenantSeal(tx, scope)
    if (brought) return { signer: brought, isOwn: false }
    // No transaction waits for a key that is elsewhere.
    if (!testMode && env().keys.seal) return null
    const { keyPair, chain } = await ensureSealingKey(tx, scope, testMode)
    return { signer: makeIdentity(keyPair, chain), isOwn: true }
  })
  return sealer ?? { signer: (await loadOperatorKey('seal'))!, isOwn: false }
}

async function loadTenantSeal(reader: Reader, scope: TenantScope): Promise<Signer | null> {
  const row = await findSeal(reader, scope)
  if (!row || !isValidAt(toPath(row), scope.now)) return null
  return toSigner(scope, row).catch((error: unknown) => {
    log().error(
      { err: error, tenant: scope.tenantId },
      'the seal of a tenant cannot be read: another one is used',
    )
    return null
  })
}

/**
 * An identity for the trial that signs an uploaded file before it is accepted: its key and certificates are created
 * for this call, and its root is not stored. With `TSA_URL` it has time stamps of its own, as the file will have.
 */
export async function makeTrialIdentity({ now }: Pick<TenantScope, 'now'>): Promise<SigningIdentity> {
  const validity = { notBefore: now, notAfter: addSeconds(now, TRIAL_SECONDS) }
  const root = await makeRoot('Trial', validity)
  const person = { name: 'Trial', email: 'trial@localhost', serialNumber: 'trial' }
  const identity = makeIdentity(await makeSigner(person, validity, root), [root.certificate])
  if (env().tsa === null) return identity
  return {
    ...identity,
    stamp: stampWith(await makeTimeStampingAuthority('Trial', validity, root)),
    loadValidationMaterial: async () => ({ certificates: [root.certificate], revocationLists: [] }),
  }
}

/**
 * The part of our own chain that each signature has. Where the file is extended, its root is in the security store, once
 * for all (ETSI EN 319 142-1, 6.3): a trust anchor is not needed to build a path.
 */
function chainInFile({ chain }: Signer, { loadValidationMaterial }: Partial<SigningIdentity>): Uint8Array[] {
  return loadValidationMaterial ? chain.slice(0, -1) : chain
}

/** For live identities, when `TSA_URL` is set: each signature gets a time stamp, and the last step extends the file. */
export async function loadStamping(
  testMode: boolean,
): Promise<Pick<SigningIdentity, 'stamp' | 'tokenBytes' | 'loadValidationMaterial'>> {
  const { tsa } = env()
  if (testMode || tsa === null) return {}
  if (tsa !== 'internal')
    return {
      stamp: (digest) => timeStamp(tsa, digest),
      tokenBytes: expectTokenBytes(),
      loadValidationMaterial,
    }
  const stamp = await loadOwnStamping()
  const { length } = await stamp(new Uint8Array(32))
  return { stamp, tokenBytes: length + TOKEN_MARGIN_BYTES, loadValidationMaterial }
}
