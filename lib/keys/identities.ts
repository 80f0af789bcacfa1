import { X509Certificate } from 'node:crypto'
import { readTogether } from '#db/lists/rows'
import { signerCertificates } from '#db/schema/keys'
import { read, type Tx, write } from '#db/tenancy/tenant'
import { addSeconds } from '#lib/core/clock'
import { env } from '#lib/core/env'
import { log } from '#lib/core/log'
import type { Signer, SigningIdentity } from '#lib/pades/cms/identity'
import { isValidAt } from '#lib/pades/keys/certificate-path'
import {
  ensureAuthority,
  ensureSealingKey,
  type KeyRows,
  openAuthority,
  openSealingKey,
  selectKeys,
  type TenantScope,
  untilAuthorityExpires,
} from './authorities.ts'
import {
  makeRoot,
  makeSigner,
  makeTimeStampingAuthority,
  type SignerSubject,
  signerSerialNumber,
} from './certificates.ts'
import { makeIdentity } from './custody.ts'
import { loadOperatorKey } from './operator-keys.ts'
import { loadOwnStamping, stampWith } from './own-time-stamps.ts'
import { type SealRow, selectSeal, toPath, toSigner } from './seals/seals.ts'
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
  /** The certificate to store with what it has signed; null where it is not issued here. */
  issued: typeof signerCertificates.$inferInsert | null
  /** Destroys the private key: later calls of `sign` fail. */
  destroy(): void
}

/** The keys of a tenant as they are stored, for those who read more in the same statement. */
export const selectTenantKeys = (scope: TenantScope, testMode: boolean) => ({
  ...selectKeys(scope, testMode),
  broughtSeals: selectSeal(scope),
})

/** The rows of `selectTenantKeys`. */
export type TenantKeys = KeyRows & { broughtSeals: SealRow[] }

function readTenantKeys(scope: TenantScope, testMode: boolean): Promise<TenantKeys> {
  return read(scope, (reader) => readTogether(reader, selectTenantKeys(scope, testMode)))
}

/**
 * A new P-256 key and a certificate for one signer. The operator's authority issues the certificate, or that of the
 * tenant in this mode; it is valid as long as the authority, so that signatures stay valid without a time stamp. The
 * caller stores the certificate in the transaction that stores the signature (`storeCertificate`), and calls `destroy`
 * when the last document is signed; the key is never stored.
 * @param keys those of the tenant, where the caller has read them
 */
export async function createSignerIdentity(
  scope: TenantScope,
  signer: CertifiedSigner,
  testMode: boolean,
  keys?: TenantKeys,
): Promise<SignerIdentity> {
  const person = { name: signer.name, email: signer.email, serialNumber: signerSerialNumber(signer.id) }
  const operatorAuthority = testMode ? null : await loadOperatorKey('authority')
  const authority = operatorAuthority ?? (await loadAuthority(scope, testMode, keys))
  const { identity, certificateRow } = await issue(person, scope, authority)
  let usable: SigningIdentity | null = identity
  const stamping = await loadStamping(testMode)
  return {
    certificate: identity.certificate,
    chain: operatorAuthority ? identity.chain : chainInFile(identity, stamping),
    serialNumber: certificateRow.serial,
    issued: { tenantId: scope.tenantId, signerId: signer.id, createdAt: scope.now, ...certificateRow },
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

/** Stores the certificate of a signer, unless a signing service has issued it. */
export async function storeCertificate(tx: Tx, { issued }: Pick<SignerIdentity, 'issued'>): Promise<void> {
  if (issued) await tx.insert(signerCertificates).values(issued)
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

async function loadAuthority(scope: TenantScope, testMode: boolean, keys?: TenantKeys): Promise<Signer> {
  const stored = keys && (await openAuthority(scope, testMode, keys))
  const { keyPair, chain } = stored ?? (await write(scope, (tx) => ensureAuthority(tx, scope, testMode)))
  return makeIdentity(keyPair, chain)
}

/**
 * The platform's identity for a tenant: it certifies at send and seals at completion.
 * @param keys those of the tenant, where the caller has read them
 */
export async function loadPlatformIdentity(
  scope: TenantScope,
  testMode: boolean,
  keys?: TenantKeys,
): Promise<SigningIdentity> {
  const stamping = await loadStamping(testMode)
  const { signer, isOwn } = await loadSealer(scope, testMode, keys)
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
  keys?: TenantKeys,
): Promise<{ signer: Signer; isOwn: boolean }> {
  const stored = keys ?? (await readTenantKeys(scope, testMode))
  const brought = testMode ? null : await openTenantSeal(scope, stored.broughtSeals[0])
  const signer = brought ?? (testMode ? null : await loadOperatorKey('seal'))
  if (signer) return { signer, isOwn: false }
  const { keyPair, chain } =
    (await openSealingKey(scope, testMode, stored)) ??
    (await write(scope, (tx) => ensureSealingKey(tx, scope, testMode)))
  return { signer: makeIdentity(keyPair, chain), isOwn: true }
}

/** The key that the tenant brings; null where it brings none that can seal now. */
export async function openTenantSeal(scope: TenantScope, row: SealRow | undefined): Promise<Signer | null> {
  if (!row) return null
  if (!isValidAt(toPath(row), scope.now)) {
    log().warn({ tenant: scope.tenantId }, 'the seal of a tenant is not valid now: another one is used')
    return null
  }
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
