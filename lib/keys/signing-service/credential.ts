import { createHash, verify, X509Certificate } from 'node:crypto'
import { errorText } from '#lib/messages/errors'
import { dotted, parse, readChildren } from '#lib/pades/cms/asn1'
import { ecdsaSignature } from '#lib/pades/cms/der'
import type { Signer } from '#lib/pades/cms/identity'
import { readQcStatements } from '#lib/pades/cms/qc-statements'
import { getSignatureAlgorithm } from '#lib/pades/cms/signature-algorithm'
import { type CertificatePath, checkValidity, makeCertificatePath } from '#lib/pades/keys/certificate-path'
import { type CredentialInfo, openSession, type ServiceAccess, ServiceProblem } from './client.ts'

/** Levels of signatures that a remote service makes (eIDAS, article 3 (11) and (12)). */
export type RemoteLevel = 'advanced' | 'qualified'

/** The qualifier of qualified electronic signatures in `credentials/info` (11.5). */
const qualifiedSignature = 'eu_eidas_qes'

/**
 * The signer at the remote service: the first credential of the user with this name that is valid, may make signatures
 * of this level, and is authorized by the service itself (`implicit`), which asks the person on their own device.
 * @param userId the name of the user at the service: the signer's email address
 * @throws ServiceProblem
 */
export async function findRemoteSigner(
  access: ServiceAccess,
  userId: string,
  level: RemoteLevel,
  time: Date,
): Promise<Signer> {
  const call = await openSession(access)
  const { credentialIDs } = await call('credentials/list', { userID: userId })
  for (const credentialID of credentialIDs) {
    const info = await call('credentials/info', { credentialID, certificates: 'chain', authInfo: true })
    const path = toPath(info, time)
    if (!path || (level === 'qualified' && !isQualified(info, path))) continue
    return { ...path, sign: (data) => signRemotely(access, credentialID, path.certificate, data) }
  }
  throw new ServiceProblem(errorText('keys.noCredential', { user: userId, level }))
}

/** The certificates of a usable credential; null for any other. */
function toPath({ key, cert, auth }: CredentialInfo, time: Date): CertificatePath | null {
  const isEnabled = key.status === 'enabled' && (cert.status ?? 'valid') === 'valid'
  if (!isEnabled || auth.mode !== 'implicit') return null
  try {
    const certificates = cert.certificates.map((text) => new Uint8Array(Buffer.from(text, 'base64')))
    const path = makeCertificatePath(certificates, 'seal')
    checkValidity(path, time)
    return path
  } catch {
    return null
  }
}

/**
 * Whether the certificate itself states that it is qualified, for signatures, with its key in a qualified device: the
 * service's word may only narrow it.
 */
function isQualified({ signatureQualifier }: CredentialInfo, { certificate }: CertificatePath): boolean {
  if (signatureQualifier !== undefined && signatureQualifier !== qualifiedSignature) return false
  const { isQualified: isStated, hasDevice, types } = readQcStatements(certificate)
  return isStated && hasDevice && (types.length === 0 || types.includes('esign'))
}

/** Authorizes one hash and has it signed: the authorization is bound to it (SCAL2, 11.6 and 11.9). */
async function signRemotely(
  access: ServiceAccess,
  credentialID: string,
  certificate: Uint8Array,
  data: Uint8Array,
): Promise<Uint8Array> {
  const { hash, digestAlgorithm, signatureAlgorithm } = getSignatureAlgorithm(certificate)
  const hashes = [createHash(hash).update(data).digest('base64')]
  const hashAlgorithmOID = readIdentifier(digestAlgorithm)
  const call = await openSession(access)
  const request = { credentialID, numSignatures: 1, hashes, hashAlgorithmOID }
  const { SAD } = await call('credentials/authorize', request)
  const { signatures } = await call('signatures/signHash', {
    ...{ credentialID, SAD, hashes, hashAlgorithmOID },
    signAlgo: readIdentifier(signatureAlgorithm),
  })
  const signature = new Uint8Array(Buffer.from(signatures[0] ?? '', 'base64'))
  const encoded = isPlainEcdsa(certificate, signature) ? ecdsaSignature(signature) : signature
  if (!verify(hash, data, new X509Certificate(certificate).publicKey, encoded))
    throw new ServiceProblem(errorText('keys.serviceUnexpected', { method: 'signatures/signHash' }))
  return encoded
}

function readIdentifier(algorithm: Uint8Array): string {
  return dotted(readChildren(parse(algorithm))[0])
}

/** Some services return r and s of an ECDSA signature concatenated; in DER it is longer. */
function isPlainEcdsa(certificate: Uint8Array, { length }: Uint8Array): boolean {
  const { isRsa, hash } = getSignatureAlgorithm(certificate)
  return !isRsa && length === (hash === 'sha256' ? 64 : 96)
}
