import { X509Certificate } from 'node:crypto'
import { type FieldErrors, validationError } from '#lib/core/errors'
import { errorText } from '#lib/messages/errors'

const MIN_RSA_BITS = 2048

/**
 * The certificates of a provider as PEM, each once; PEM or the base64 of the DER is read.
 * @throws AppError `validation_error` on `certificates.N`
 */
export function parseCertificates(texts: string[]): string[] {
  const errors: FieldErrors = {}
  const pems = texts.map((text, index) => {
    const certificate = parseCertificate(text)
    if (!certificate) errors[`certificates.${index}`] = [errorText('identity.certificateNotValid')]
    else if (!isStrong(certificate)) errors[`certificates.${index}`] = [errorText('identity.certificateWeak')]
    return certificate?.toString() ?? ''
  })
  if (Object.keys(errors).length > 0) throw validationError(errors)
  return [...new Set(pems)]
}

/** What the settings show of a certificate. */
export function describeCertificate(pem: string) {
  const { subject, validTo, fingerprint256 } = new X509Certificate(pem)
  return { subject, expires_at: new Date(validTo).toISOString(), fingerprint: fingerprint256 }
}

function parseCertificate(text: string): X509Certificate | null {
  const base64 = text.replace(/-----(BEGIN|END) CERTIFICATE-----|\s/g, '')
  if (!/^[A-Za-z0-9+/]+=*$/.test(base64)) return null
  try {
    return new X509Certificate(Buffer.from(base64, 'base64'))
  } catch {
    return null
  }
}

function isStrong({ publicKey }: X509Certificate): boolean {
  if (publicKey.asymmetricKeyType === 'ec') return true
  return (
    publicKey.asymmetricKeyType === 'rsa' &&
    (publicKey.asymmetricKeyDetails?.modulusLength ?? 0) >= MIN_RSA_BITS
  )
}
