import { X509Certificate } from 'node:crypto'
import { type CredentialMode, credentialModes } from '#db/schema/keys'
import { errorText } from '#lib/messages/errors'
import { readQcStatements } from '#lib/pades/cms/qc-statements'
import {
  findSignatureAlgorithm,
  getSignatureAlgorithm,
  type SignatureAlgorithm,
} from '#lib/pades/cms/signature-algorithm'
import { type CertificatePath, checkValidity, makeCertificatePath } from '#lib/pades/keys/certificate-path'
import { getInfo, openSession, type ServiceAccess } from './client.ts'
import type { CredentialInfo } from './responses.ts'
import { ServiceProblem } from './service-problem.ts'

/** Levels of signatures that a remote service makes (eIDAS, article 3 (11) and (12)). */
export type RemoteLevel = 'advanced' | 'qualified'

/** What the signer enters to authorize a credential (8.3.1). */
interface AuthInput {
  id: string
  isNumeric: boolean
  label: string | null
  description: string | null
  /** The method of the service that sends a code or states a challenge for it. */
  sentBy: 'credentials/getChallenge' | 'credentials/sendOTP' | null
}

/** A credential at the service that may make the signature. */
export interface RemoteCredential extends CertificatePath {
  id: string
  mode: CredentialMode
  algorithm: SignatureAlgorithm
  /** The name that the service has for the algorithm (`key/algo`). */
  signAlgo: string
  inputs: AuthInput[]
  /** One of the inputs is enough. */
  isAnyInput: boolean
  /** Authentication objects that the person answers on another device. */
  outOfBand: string[]
  /** How many hashes one authorization covers at most. */
  multisign: number
}

/** Whether the person authorizes the credential on the signing page or at the provider. */
export function isAttended({ mode, inputs }: Pick<RemoteCredential, 'mode' | 'inputs'>): boolean {
  return mode === 'oauth2code' || inputs.length > 0
}

/** The qualifier of qualified electronic signatures in `credentials/info` (11.5). */
const qualifiedSignature = 'eu_eidas_qes'

/** Credentials of one user beyond these are not looked at: each takes a request. */
const MAX_CREDENTIALS = 20

/** Keys without a scheme in `key/algo` (RFC 8017, RFC 5480): the hash is free. */
const rsaEncryption = '1.2.840.113549.1.1.1'
const ecPublicKey = '1.2.840.10045.2.1'

/**
 * The credentials of the user with this name that are valid, may make signatures of this level, and are authorized in
 * this mode, or in any that is known here.
 * @param userId the name of the user at the service: the signer's email address
 * @throws ServiceProblem where there is none
 */
export async function findCredentials(
  access: ServiceAccess,
  { userId, level, mode }: { userId: string; level: RemoteLevel; mode: CredentialMode | null },
  time: Date,
): Promise<RemoteCredential[]> {
  const call = await openSession(access)
  const { methods } = await getInfo(access)
  const { credentialIDs } = await call('credentials/list', { userID: userId })
  let refused: string[] | null = null
  const problems: ServiceProblem[] = []
  const found: RemoteCredential[] = []
  for (const credentialID of credentialIDs.slice(0, MAX_CREDENTIALS)) {
    const parameters = { credentialID, certificates: 'chain', authInfo: true }
    const info = await call('credentials/info', parameters).catch((error: unknown) => {
      // The service may refuse one credential; where it does not respond at all, it is not asked for the others.
      if (!(error instanceof ServiceProblem) || error.cause) throw error
      problems.push(error)
      return null
    })
    if (!info) continue
    const path = toPath(info, time)
    const auth = readAuth(info, methods)
    if (!path || !auth || (mode !== null && auth.mode !== mode)) continue
    if (level === 'qualified' && !isQualified(info, path)) continue
    const algorithm = chooseAlgorithm(path.certificate, info.key.algo)
    if (algorithm) found.push({ id: credentialID, ...path, ...auth, ...algorithm, multisign: info.multisign })
    else refused = info.key.algo
  }
  if (found.length > 0) return found
  if (problems[0]) throw problems[0]
  if (refused)
    throw new ServiceProblem(
      errorText('keys.algorithmUnsupported', { user: userId, algorithms: refused.join(', ') }),
    )
  throw new ServiceProblem(errorText('keys.noCredential', { user: userId, level }))
}

/** The certificates of an enabled credential; null for any other. */
function toPath({ key, cert }: CredentialInfo, time: Date): CertificatePath | null {
  if (key.status !== 'enabled' || (cert.status ?? 'valid') !== 'valid') return null
  try {
    const certificates = cert.certificates.map((text) => new Uint8Array(Buffer.from(text, 'base64')))
    const path = makeCertificatePath(certificates, 'seal', time)
    checkValidity(path, time)
    return path
  } catch {
    return null
  }
}

const OUT_OF_BAND = ['PasswordOOB', 'ChallengeResponseOOB']
const ENTERED = ['Password', 'ChallengeResponse']

/** How the credential is authorized; null where that is not known here. */
function readAuth({ auth }: CredentialInfo, methods: string[]) {
  const mode = credentialModes.find((known) => known === auth.mode)
  const objects = mode === 'explicit' ? (auth.objects ?? []) : []
  if (!mode || objects.some(({ type }) => ![...OUT_OF_BAND, ...ENTERED].includes(type))) return null
  const isAnyInput = readOperator(auth.expression) === 'any'
  if (readOperator(auth.expression) === 'mixed') return null
  const outOfBand = objects.filter(({ type }) => OUT_OF_BAND.includes(type)).map(({ id }) => id)
  const isEntered = objects.length > outOfBand.length
  const sendsCodes = methods.includes('credentials/sendOTP')
  return {
    mode,
    isAnyInput,
    // Where one object is enough, it is one that the person enters.
    outOfBand: isAnyInput ? outOfBand.slice(0, isEntered ? 0 : 1) : outOfBand,
    inputs: objects
      .filter(({ type }) => ENTERED.includes(type))
      .map(
        ({ type, id, format, label = null, description = null }): AuthInput => ({
          ...{ id, label, description, isNumeric: format === 'N' },
          sentBy:
            type === 'ChallengeResponse'
              ? 'credentials/getChallenge'
              : sendsCodes && id === 'OTP'
                ? 'credentials/sendOTP'
                : null,
        }),
      ),
  }
}

/** How the expression combines the objects (8.3.1): all where there is none; other combinations are not known here. */
function readOperator(expression = ''): 'all' | 'any' | 'mixed' {
  const operators = new Set(expression.toUpperCase().match(/\b(AND|X?OR|NOT)\b/g))
  if (operators.size > 1 || operators.has('NOT')) return 'mixed'
  return operators.has('OR') || operators.has('XOR') ? 'any' : 'all'
}

/** The algorithm by which the key signs here, of those that the service offers for it; null where none is known. */
function chooseAlgorithm(
  certificate: Uint8Array,
  offered: string[],
): { algorithm: SignatureAlgorithm; signAlgo: string } | null {
  const usual = getSignatureAlgorithm(certificate)
  const keyType = usual.isRsa ? rsaEncryption : ecPublicKey
  const signAlgo = [usual.id, keyType].find((id) => offered.includes(id))
  if (signAlgo) return { algorithm: usual, signAlgo }
  for (const id of offered) {
    const algorithm = findSignatureAlgorithm(certificate, id)
    if (algorithm) return { algorithm, signAlgo: id }
  }
  return null
}

/**
 * Whether the certificate itself states that it is qualified, for signatures, with its key in a qualified device: the
 * service's word may only narrow it.
 */
function isQualified({ signatureQualifier }: CredentialInfo, { certificate }: CertificatePath): boolean {
  return (signatureQualifier ?? qualifiedSignature) === qualifiedSignature && statesQualified(certificate)
}

/** Whether a certificate says that it makes qualified signatures. */
export function statesQualified(certificate: Uint8Array): boolean {
  const { isQualified: isStated, hasDevice, types } = readQcStatements(certificate)
  return isStated && hasDevice && (types.length === 0 || types.includes('esign'))
}

/** The serial number of a credential's certificate, lower-case hexadecimal. */
export function getSerialNumber({ certificate }: Pick<RemoteCredential, 'certificate'>): string {
  return new X509Certificate(certificate).serialNumber.toLowerCase()
}
