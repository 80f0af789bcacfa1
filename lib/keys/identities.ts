import { X509Certificate } from 'node:crypto'
import { signerCertificates } from '#db/schema/keys'
import { asyncCommit, write } from '#db/tenant'
import { addSeconds } from '#lib/core/clock'
import { env } from '#lib/core/env'
import type { SigningIdentity } from '#lib/pades/cms/identity'
import {
  authorityIn,
  sealOf,
  type TenantScope,
  type UnlockedKey,
  untilAuthorityExpires,
} from './authorities.ts'
import { makeRoot, makeSigner, type Person, type Validity } from './certificates.ts'
import { identityOf } from './custody.ts'
import { timeStamp } from './time-stamping.ts'

/** Longer than any trial signing takes. */
const TRIAL_SECONDS = 3600

/** The signer in the certificate's subject. */
interface CertifiedSigner {
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
 * A new P-256 key and a certificate for one signer, issued by the tenant's authority of this mode and valid as long as
 * it, so that signatures stay valid without a time stamp.
 * The certificate is stored; the key never is. The caller calls `destroy` when the last document is signed.
 */
export async function signerIdentity(
  scope: TenantScope,
  signer: CertifiedSigner,
  testMode: boolean,
): Promise<SignerIdentity> {
  const person = { name: signer.name, email: signer.email, serialNumber: `signer-${signer.id}` }
  const { identity, issued } = await write(scope, async (tx) => {
    const authority = await authorityIn(tx, scope, testMode)
    const issued = await issue(person, untilAuthorityExpires(authority, scope), authority)
    const row = { tenantId: scope.tenantId, signerId: signer.id, ...issued.issued, createdAt: scope.now }
    await Promise.all([asyncCommit(tx), tx.insert(signerCertificates).values(row)])
    return issued
  })
  let unlocked: SigningIdentity | null = identity
  return {
    certificate: issued.certificate,
    chain: identity.chain,
    serialNumber: issued.serial,
    sign: async (data) => {
      if (!unlocked) throw new Error('The key of this signer was destroyed.')
      return unlocked.sign(data)
    },
    destroy: () => {
      unlocked = null
    },
    ...stamping(testMode),
  }
}

/** A separate function, so that only the identity references the key. */
async function issue(person: Person, validity: Validity, { keyPair, chain }: UnlockedKey) {
  const identity = identityOf(await makeSigner(person, validity, keyPair), [keyPair.certificate, ...chain])
  const { certificate } = identity
  const { serialNumber, validFromDate, validToDate } = new X509Certificate(certificate)
  const issued = { certificate, notBefore: validFromDate, notAfter: validToDate }
  return { identity, issued: { ...issued, serial: serialNumber.toLowerCase() } }
}

/** The platform's identity for a tenant: it certifies at send and seals at completion. */
export async function platformIdentity(scope: TenantScope, testMode: boolean): Promise<SigningIdentity> {
  const seal = await sealOf(scope, testMode)
  return { ...identityOf(seal.keyPair, seal.chain), ...stamping(testMode) }
}

/** An identity for trial signing: its key and certificates are created for this call and trusted by no one. */
export async function trialIdentity({ now }: Pick<TenantScope, 'now'>): Promise<SigningIdentity> {
  const validity = { notBefore: now, notAfter: addSeconds(now, TRIAL_SECONDS) }
  const root = await makeRoot('Trial', validity)
  const person = { name: 'Trial', email: 'trial@localhost', serialNumber: 'trial' }
  return identityOf(await makeSigner(person, validity, root), [root.certificate])
}

/** Signatures other than trials get a time stamp when `TSA_URL` is set. */
function stamping(testMode: boolean): Pick<SigningIdentity, 'stamp'> {
  const urls = env().tsaUrls
  if (testMode || urls.length === 0) return {}
  return { stamp: (signature) => timeStamp(urls, signature) }
}
