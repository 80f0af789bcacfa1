import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import forge from 'node-forge'
import type { KeyUse } from '#lib/core/key-variables'
import { errorText } from '#lib/messages/errors'
import { readCertificate } from '#lib/pades/cms/certificate'
import { type CertificatePath, compareValidity, KeyProblem, makeCertificatePath } from './certificate-path.ts'

/** What a PKCS#12 file has for one use. */
export interface Pkcs12 extends CertificatePath {
  /** PrivateKeyInfo (RFC 5208), DER. */
  pkcs8: Uint8Array<ArrayBuffer>
}

/** Files are smaller; a larger one is none. */
export const PKCS12_MAX_BYTES = 256 * 1024

/**
 * Reads the key of a PKCS#12 file (RFC 7292), and its certificate with the issuers in order.
 * @param time which of several certificates of the key or of one issuer counts
 * @throws KeyProblem
 */
export function readPkcs12(file: Uint8Array, password: string, use: KeyUse, time: Date): Pkcs12 {
  const { keys, certificates } = openPkcs12(file, password)
  const [key, ...otherKeys] = keys
  if (!key) throw new KeyProblem(errorText('keys.noKeyInFile'))
  if (otherKeys.length > 0) throw new KeyProblem(errorText('keys.severalKeysInFile'))
  const publicKey = createPublicKey(key.export({ format: 'pem', type: 'pkcs8' }))
  const own = findOwn(certificates, publicKey, time)
  if (!own) throw new KeyProblem(errorText('keys.certificateMissing'))
  const path = makeCertificatePath([own, ...certificates.filter((der) => der !== own)], use, time)
  return { ...path, pkcs8: new Uint8Array(key.export({ format: 'der', type: 'pkcs8' })) }
}

/** The first certificate of the key, or what its issuer has renewed it by, which ends later. */
function findOwn(certificates: Uint8Array[], publicKey: KeyObject, time: Date): Uint8Array | undefined {
  const ofKey = certificates.flatMap((der) => {
    const parsed = readCertificate(der)
    return parsed && isSameKey(parsed.publicKey, publicKey) ? [{ der, parsed }] : []
  })
  return ofKey
    .filter(({ parsed }) => parsed.issuer === ofKey[0]?.parsed.issuer)
    .toSorted((one, other) => compareValidity(one.parsed, other.parsed, time))[0]?.der
}

/** The library reads a key for RSASSA-PSS as one for any scheme of RSA, which has the same numbers. */
function isSameKey(certified: KeyObject, key: KeyObject): boolean {
  if (certified.asymmetricKeyType !== 'rsa-pss') return certified.equals(key)
  const numbers = key.asymmetricKeyType === 'rsa' && key.export({ format: 'der', type: 'pkcs1' })
  return numbers && certified.export({ format: 'der', type: 'spki' }).includes(numbers)
}

function openPkcs12(file: Uint8Array, password: string) {
  const { fromDer } = forge.asn1
  let container: forge.asn1.Asn1
  try {
    container = fromDer(Buffer.from(file).toString('binary'))
  } catch {
    throw new KeyProblem(errorText('keys.notPkcs12'))
  }
  try {
    const { safeContents } = forge.pkcs12.pkcs12FromAsn1(container, password)
    const bags = safeContents.flatMap(({ safeBags }) => safeBags)
    return { keys: bags.flatMap(readKey), certificates: bags.flatMap(readBagCertificate) }
  } catch (error) {
    const { message } = error as Error
    if (/Invalid password|wrong password|Failed to decrypt/.test(message))
      throw new KeyProblem(errorText('keys.wrongPassword'))
    const isUnsupported = /unsupported (MAC|PRF|.*OID)/i.test(message)
    throw new KeyProblem(errorText(isUnsupported ? 'keys.pkcs12Unsupported' : 'keys.notPkcs12'))
  }
}

function toDer(element: forge.asn1.Asn1): Buffer<ArrayBuffer> {
  return Buffer.from(forge.asn1.toDer(element).getBytes(), 'binary')
}

const { oids } = forge.pki

/** The library parses RSA keys; of others it gives the PrivateKeyInfo. */
function readKey({ type, key, asn1 }: forge.pkcs12.Bag): KeyObject[] {
  if (type !== oids.keyBag && type !== oids.pkcs8ShroudedKeyBag) return []
  const info = key ? forge.pki.wrapRsaPrivateKey(forge.pki.privateKeyToAsn1(key)) : asn1
  return [createPrivateKey({ key: toDer(info), format: 'der', type: 'pkcs8' })]
}

function readBagCertificate({ type, cert, asn1 }: forge.pkcs12.Bag): Uint8Array[] {
  if (type !== oids.certBag) return []
  return [new Uint8Array(toDer(cert ? toCertificate(cert) : asn1))]
}

/**
 * The certificate as in the file. The library changes salt lengths of RSASSA-PSS in the algorithm of the signature, which
 * is therefore taken from the signed part (RFC 5280, 4.1.1.2).
 */
function toCertificate(cert: forge.pki.Certificate): forge.asn1.Asn1 {
  const certificate = forge.pki.certificateToAsn1(cert)
  const parts = certificate.value as forge.asn1.Asn1[]
  const [first, second, third] = parts[0]!.value as forge.asn1.Asn1[]
  // The version comes first where there is one, then the serial number.
  parts[1] = first!.tagClass === forge.asn1.Class.CONTEXT_SPECIFIC ? third! : second!
  return certificate
}
