import { constants, createHash, verify, X509Certificate } from 'node:crypto'
import { exclusiveCanonicalization, type ListHash } from './canonical-xml.ts'
import { type Element, findAll, findText, ListError, toBytes } from './element.ts'

const enveloped = 'http://www.w3.org/2000/09/xmldsig#enveloped-signature'

const digestMethods: Record<string, ListHash> = {
  'http://www.w3.org/2001/04/xmlenc#sha256': 'sha256',
  'http://www.w3.org/2001/04/xmldsig-more#sha384': 'sha384',
  'http://www.w3.org/2001/04/xmlenc#sha512': 'sha512',
}

/** RFC 9231, 2.3: names like `rsa-sha256` and `sha256-rsa-MGF1`. */
const signatureMethod =
  /^http:\/\/www\.w3\.org\/(?:2001\/04|2007\/05)\/xmldsig-more#(?:(rsa|ecdsa)-(sha\d+)|(sha\d+)-rsa-MGF1)$/

/** What was read of the signature of a list (XML Signature 1.1). */
interface ListSignature {
  signature: Element
  /** SignedInfo in canonical form. */
  signedInfo: string
  /** The elements of the signature that have an Id, in canonical form. */
  parts: ReadonlyMap<string, string>
  /** The Id of the root; empty without one. */
  rootId: string
  /** Of the whole document without the signature, in canonical form. */
  digests: Record<ListHash, Buffer>
}

/**
 * Verifies the enveloped signature of a list, in the form of ETSI TS 119 612, annex B; any other is refused.
 * @returns the certificate that it names first, DER: whether that one may sign the list is not checked here
 * @throws ListError
 */
export function verifyListSignature(list: ListSignature): Uint8Array {
  const { signature, signedInfo } = list
  const [info, another] = findAll(signature, 'SignedInfo')
  if (another) throw new ListError('Its signature has several parts that are signed.')
  if (getMethod(info, 'CanonicalizationMethod') !== exclusiveCanonicalization)
    throw new ListError('Its signature has an unknown canonicalization.')
  const references = findAll(info, 'Reference')
  for (const reference of references) checkReference(reference, list)
  if (!references.some((reference) => isWhole(reference, list)))
    throw new ListError('Its signature is not over the whole list.')
  const certificate = findAll(signature, 'KeyInfo', 'X509Data', 'X509Certificate').map(toBytes)[0]
  const value = Buffer.from(findText(signature, 'SignatureValue'), 'base64')
  if (!certificate || !isSignature(getMethod(info, 'SignatureMethod'), signedInfo, certificate, value))
    throw new ListError('Its signature does not match its certificate.')
  return certificate
}

/** The algorithm of a method; empty without one, and where it has parameters, which would change its meaning. */
function getMethod(parent: Element | undefined, name: string): string {
  const [method] = findAll(parent, name)
  return method?.children.length === 0 ? (method.attributes.get('Algorithm') ?? '') : ''
}

function isWhole({ attributes }: Element, { rootId }: ListSignature): boolean {
  const uri = attributes.get('URI')
  return uri === '' || (rootId !== '' && uri === `#${rootId}`)
}

function checkReference(reference: Element, list: ListSignature): void {
  const isOfList = isWhole(reference, list)
  const transforms = findAll(reference, 'Transforms', 'Transform').map((transform) =>
    transform.children.length === 0 ? transform.attributes.get('Algorithm') : undefined,
  )
  const expected = isOfList ? [enveloped, exclusiveCanonicalization] : [exclusiveCanonicalization]
  const hash = digestMethods[getMethod(reference, 'DigestMethod')]
  const part = list.parts.get(reference.attributes.get('URI')?.slice(1) ?? '')
  if (!hash || (!isOfList && part === undefined) || transforms.join(' ') !== expected.join(' '))
    throw new ListError('Its signature has a reference of an unknown form.')
  const digest = isOfList ? list.digests[hash] : createHash(hash).update(part!).digest()
  if (!digest.equals(toBytes(findAll(reference, 'DigestValue')[0] ?? reference)))
    throw new ListError('It was changed after it was signed.')
}

function isSignature(method: string, signed: string, certificate: Uint8Array, value: Buffer): boolean {
  const [, keyType, hash, pssHash] = signatureMethod.exec(method) ?? []
  const name = Object.values(digestMethods).find((known) => known === (hash ?? pssHash))
  if (!name) throw new ListError('Its signature has an unknown algorithm.')
  try {
    const { publicKey: key } = new X509Certificate(certificate)
    if (key.asymmetricKeyType !== (keyType === 'ecdsa' ? 'ec' : 'rsa')) return false
    const padding = pssHash && {
      padding: constants.RSA_PKCS1_PSS_PADDING,
      saltLength: constants.RSA_PSS_SALTLEN_DIGEST,
    }
    return verify(name, Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363', ...padding }, value)
  } catch {
    // No certificate, or a key of an unknown algorithm.
    return false
  }
}
