import type { SaxesTagNS } from 'saxes'
import { CanonicalWriter, ListHasher } from './canonical-xml.ts'
import {
  type Element,
  findAll,
  findName,
  findText,
  ListError,
  readElements,
  toBytes,
  toTime,
} from './element.ts'
import { verifyListSignature } from './list-signature.ts'
import { readService, type TrustService } from './service.ts'

/** A trusted list, or the list of the lists (ETSI TS 119 612), as far as signatures of documents need it. */
export interface TrustedList {
  /** Of its scheme: a country, or `EU` for the list of the lists. */
  territory: string
  sequenceNumber: number
  /** When the next one is issued at the latest, ISO 8601; null for a scheme that has ended. */
  nextUpdate: string | null
  /** The certificate that signed it, DER: the signature is valid, but who may sign is not checked. */
  signer: Uint8Array
  /** Which certificates, DER, may sign the lists of other territories; empty but for the list of the lists. */
  otherSigners: { territory: string; certificate: Uint8Array }[]
  services: TrustService[]
}

const listOfLists = 'http://uri.etsi.org/TrstSvc/TrustedList/TSLType/EUlistofthelists'
const providerPath = ['TrustServiceStatusList', 'TrustServiceProviderList', 'TrustServiceProvider']
const informationPath = [...providerPath, 'TSPInformation']
const servicePath = [...providerPath, 'TSPServices', 'TSPService']
const signatureNamespace = 'http://www.w3.org/2000/09/xmldsig#'

/** Reads a list, and verifies its signature. @throws ListError */
export function readTrustedList(bytes: Uint8Array): TrustedList {
  const xml = decode(bytes)
  const hasher = new ListHasher()
  const whole = new CanonicalWriter(hasher.write)
  const signatures: Element[] = []
  const captures = new Captures()
  const services: TrustService[] = []
  let provider = ''
  let [rootId, isInSignature] = ['', false]
  const root = readElements(xml, {
    onOpen(tag, ancestors, resolve) {
      if (ancestors.length === 0) rootId = getId(tag)
      isInSignature ||= isSignature(tag) && ancestors.length === 1
      if (isInSignature) captures.open(tag, resolve)
      else whole.open(tag, resolve)
    },
    onText(text) {
      if (isInSignature) captures.text(text)
      else whole.text(text)
    },
    onInstruction(target, body, place) {
      if (isInSignature) throw new ListError('Its signature has a processing instruction.')
      whole.instruction(target, body, place)
    },
    onClose(tag, ancestors) {
      if (!isInSignature) whole.close(tag)
      else if (captures.close(tag) && ancestors.length === 1) isInSignature = false
    },
    onElement(element, ancestors) {
      if (element.name === 'Signature') signatures.push(element)
      if (isAt(informationPath, element, ancestors)) provider = findName(element, 'TSPName')
      if (!isAt(servicePath, element, ancestors)) return false
      services.push(...readService(element, provider))
      return true
    },
  })
  const [signature, another] = signatures
  if (root.name !== 'TrustServiceStatusList') throw new ListError('It is not a trusted list.')
  if (!signature || another) throw new ListError('It must have one signature.')
  const signer = verifyListSignature({ signature, rootId, digests: hasher.digest(), ...captures.result() })
  const [scheme] = findAll(root, 'SchemeInformation')
  const sequenceNumber = findText(scheme, 'TSLSequenceNumber')
  if (!/^\d{1,15}$/.test(sequenceNumber)) throw new ListError('It has no sequence number.')
  const isListOfLists = findText(scheme, 'TSLType') === listOfLists
  return {
    territory: findText(scheme, 'SchemeTerritory'),
    sequenceNumber: Number(sequenceNumber),
    nextUpdate: toTime(findText(scheme, 'NextUpdate', 'dateTime')),
    signer,
    otherSigners: isListOfLists
      ? findAll(scheme, 'PointersToOtherTSL', 'OtherTSLPointer').flatMap(readPointer)
      : [],
    services,
  }
}

function readPointer(pointer: Element): TrustedList['otherSigners'] {
  const territory = findText(pointer, 'AdditionalInformation', 'OtherInformation', 'SchemeTerritory')
  const path = ['ServiceDigitalIdentities', 'ServiceDigitalIdentity', 'DigitalId', 'X509Certificate']
  return findAll(pointer, ...path).map((text) => ({ territory, certificate: toBytes(text) }))
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new ListError('It is not in UTF-8.')
  }
}

/** Only at their place are elements covered by the signature: within it, anything may stand. */
function isAt(path: string[], { name }: Element, ancestors: readonly SaxesTagNS[]): boolean {
  return (
    name === path.at(-1) &&
    ancestors.length === path.length - 1 &&
    ancestors.every(({ local }, index) => local === path[index])
  )
}

function isSignature({ local, uri }: SaxesTagNS): boolean {
  return local === 'Signature' && uri === signatureNamespace
}

function getId({ attributes }: SaxesTagNS): string {
  return attributes.Id?.value ?? ''
}

/** The parts of a signature in canonical form, each written apart from the others. */
class Captures {
  private readonly running: { tag: SaxesTagNS; writer: CanonicalWriter; pieces: string[] }[] = []
  private readonly parts = new Map<string, string>()
  private signedInfo = ''
  private depth = 0

  open(tag: SaxesTagNS, resolve: (prefix: string) => string): void {
    this.depth++
    if (getId(tag) !== '' || tag.local === 'SignedInfo') {
      const pieces: string[] = []
      this.running.push({ tag, pieces, writer: new CanonicalWriter((piece) => pieces.push(piece)) })
    }
    for (const { writer } of this.running) writer.open(tag, resolve)
  }

  text(text: string): void {
    for (const { writer } of this.running) writer.text(text)
  }

  /** @returns whether the signature has ended */
  close(tag: SaxesTagNS): boolean {
    for (const { writer } of this.running) writer.close(tag)
    const ended = this.running.at(-1)
    if (ended?.tag === tag) {
      this.running.pop()
      const text = ended.pieces.join('')
      if (tag.local === 'SignedInfo' && this.depth === 2) this.signedInfo = text
      const id = getId(tag)
      if (this.parts.has(id)) throw new ListError('Two elements of its signature have one Id.')
      if (id !== '') this.parts.set(id, text)
    }
    return --this.depth === 0
  }

  result() {
    return { signedInfo: this.signedInfo, parts: this.parts }
  }
}
