import { X509Certificate } from 'node:crypto'
import { signerCertificates } from '#db/schema/keys'
import { asyncCommit, write } from '#db/tenancy/tenant'
import { addSeconds } from '#lib/core/clock'
import { env } from '#lib/core/env'
import type { SigningIdentity } from '#lib/pades/cms/identity'
import {
  ensureAuthority,
  ensureSealingKey,
  type TenantScope,
  type UnwrappedKey,
  untilAuthorityExpires,
} from './authorities.ts'
import { makeRoot, makeSigner, type SignerSubject, type Validity } from './certificates.ts'
import { makeIdentity } from './custody.ts'
import { expectTokenBytes, timeStamp } from './time-stamping.ts'

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
 * A new P-256 key and a certificate for one signer. The tenant's authority of this mode issues the certificate, which
 * is valid as long as the authority, so that signatures stay valid without a time stamp. The certificate is stored; the
 * key never is. The caller calls `destroy` when the last document is signed.
 */
export async function createSignerIdentity(
  scope: TenantScope,
  signer: CertifiedSigner,
  testMode: boolean,
): Promise<SignerIdentity> {
  const person = { name: signer.name, email: signer.email, serialNumber: `signer-${signer.id}` }
  const { identity, certificateRow } = await write(scope, async (tx) => {
    const authority = await ensureAuthority(tx, scope, testMode)
    const issued = await issue(person, untilAuthorityExpires(authority, scope), authority)
    const owner = { tenantId: scope.tenantId, signerId: signer.id, createdAt: scope.now }
    const row = { ...owner, ...issued.certificateRow }
    await Promise.all([asyncCommit(tx), tx.insert(signerCertificates).values(row)])
    return issued
  })
  let usable: SigningIdentity | null = identity
  return {
    certificate: identity.certificate,
    chain: identity.chain,
    serialNumber: certificateRow.serial,
    sign: async (data) => {
      if (!usable) throw new Error('The key of this signer was destroyed.')
      return usable.sign(data)
    },
    destroy: () => {
      usable = null
    },
    ...stampOption(testMode),
  }
}

/**
 * Issues a signer's certificate: the identity that signs, and the columns to store. A separate function, so that only
 * the identity references the key.
 */
async function issue(person: SignerSubject, validity: Validity, { keyPair, chain }: UnwrappedKey) {
  const identity = makeIdentity(await makeSigner(person, validity, keyPair), [keyPair.certificate, ...chain])
  const { certificate } = identity
  const { serialNumber, validFromDate, validToDate } = new X509Certificate(certificate)
  const serial = serialNumber.toLowerCase()
  return {
    identity,
    certificateRow: { certificate, serial, notBefore: validFromDate, notAfter: validToDate },
  }
}

/** The platform's identity for a tenant: it certifies at send and seals at completion. */
export async function loadPlatformIdentity(scope: TenantScope, testMode: boolean): Promise<SigningIdentity> {
  const seal = await ensureSealingKey(scope, testMode)
  return { ...makeIdentity(seal.keyPair, seal.chain), ...stampOption(testMode) }
}

/**
 * An identity for the trial that signs an uploaded file before it is accepted: its key and certificates are created
 * for this call, and its root is not stored.
 */
export async function makeTrialIdentity({ now }: Pick<TenantScope, 'now'>): Promise<SigningIdentity> {
  const validity = { notBefore: now, notAfter: addSeconds(now, TRIAL_SECONDS) }
  const root = await makeRoot('Trial', validity)
  const person = { name: 'Trial', email: 'trial@localhost', serialNumber: 'trial' }
  return makeIdentity(await makeSigner(person, validity, root), [root.certificate])
}

/** Adds `stamp` to live identities when `TSA_URL` is set: each signature then gets a time stamp. */
function stampOption(testMode: boolean): Pick<SigningIdentity, 'stamp' | 'tokenBytes'> {
  const urls = env().tsaUrls
  if (testMode || urls.length === 0) return {}
  return { stamp: (signature) => timeStamp(urls, signature), tokenBytes: expectTokenBytes() }
}
