import type { X509Certificate } from 'node:crypto'
import { type PDF, type PdfDict, PdfStream } from '@libpdf/core'
import { asDict, resolver } from '#lib/pdf/check/inspect'
import { computeDigest, hashes } from './algorithms.ts'
import { type Asn1, dotted, encoded, isUniversal, parse, readChildren, readOctets } from './asn1.ts'
import { isSignedBy, readCertificate, readCertificateFields } from './certificate.ts'

/** A response to a question for one certificate (CertID of RFC 6960, 4.1.1). */
interface OcspAnswer {
  hashAlgorithm: string
  issuerNameHash: Uint8Array
  serialNumber: Uint8Array
}

/** The document security store of a file (ISO 32000-2, 12.8.4.3). */
export interface ValidationData {
  certificates: X509Certificate[]
  /** The names of the issuers of the revocation lists, DER. */
  listIssuers: Uint8Array[]
  answers: OcspAnswer[]
  /** Results of `coversChain`: it is asked about a time stamp for every earlier signature. */
  covered: Map<Uint8Array, boolean>
}

/** Reads the validation data of a file. What cannot be read is left out. */
export function readValidationData(pdf: PDF): ValidationData {
  const store = asDict(pdf.context.catalog.getDict().get('DSS', resolver(pdf)))
  return {
    certificates: readStreams(pdf, store, 'Certs').flatMap((der) => readCertificate(der) ?? []),
    listIssuers: readStreams(pdf, store, 'CRLs').flatMap((der) => readOrSkip(() => [readListIssuer(der)])),
    answers: readStreams(pdf, store, 'OCSPs').flatMap((der) => readOrSkip(() => readAnswers(der))),
    covered: new Map(),
  }
}

function readStreams(pdf: PDF, store: PdfDict | null, entry: string): Uint8Array[] {
  const resolve = resolver(pdf)
  const items = store?.getArray(entry, resolve)?.toArray() ?? []
  return items.flatMap((item) => {
    const stream = item.type === 'ref' ? resolve(item) : item
    return stream instanceof PdfStream ? readOrSkip(() => [stream.getDecodedData()]) : []
  })
}

function readOrSkip<T>(read: () => T[]): T[] {
  try {
    return read()
  } catch {
    return []
  }
}

/** The issuer of a CertificateList (RFC 5280, 5.1), DER. @throws Error when it is none */
export function readListIssuer(der: Uint8Array): Uint8Array {
  const [list] = readChildren(parse(der))
  const fields = readChildren(list)
  // The version may be absent.
  const issuer = fields[isUniversal(fields[0], 'integer') ? 2 : 1]
  if (!issuer) throw new Error('Not a revocation list.')
  return encoded(issuer)
}

/** The answers of an OCSPResponse (RFC 6960, 4.2.1). */
function readAnswers(der: Uint8Array): OcspAnswer[] {
  const [, wrapped] = readChildren(parse(der))
  const [, basic] = readChildren(readChildren(wrapped)[0])
  const [data] = readChildren(parse(readOctets(basic) ?? new Uint8Array()))
  // Optional version [0], responder [1] or [2], time, responses.
  const responses = readChildren(data).find((item) => isUniversal(item, 'sequence'))
  return readChildren(responses).map((response) => readCertId(readChildren(response)[0]))
}

function readCertId(certId: Asn1 | undefined): OcspAnswer {
  const [algorithm, nameHash, , serialNumber] = readChildren(certId)
  const issuerNameHash = readOctets(nameHash)
  const hashAlgorithm = hashes[dotted(readChildren(algorithm)[0])]
  if (!issuerNameHash || !serialNumber || !hashAlgorithm) throw new Error('Not a response.')
  return { hashAlgorithm, issuerNameHash, serialNumber: encoded(serialNumber) }
}

/**
 * Whether the store has what a validation of this certificate needs later, without any service: the issuers up to one
 * that is its own, and for each certificate but that one a revocation list of its issuer or a response (ETSI EN
 * 319 142-1, 6.3, as DSS applies it).
 * @param certificate always the same object for the same signature or time stamp
 * @param others its other certificates, DER
 */
export function coversChain(data: ValidationData, certificate: Uint8Array, others: Uint8Array[]): boolean {
  const isCovered = data.covered.get(certificate) ?? followChain(data, certificate, others)
  data.covered.set(certificate, isCovered)
  return isCovered
}

function followChain(
  { certificates, listIssuers, answers }: ValidationData,
  certificate: Uint8Array,
  others: Uint8Array[],
): boolean {
  const known = [...certificates, ...others.flatMap((der) => readCertificate(der) ?? [])]
  let subject = readCertificate(certificate)
  for (let length = 0; subject && length <= known.length; length++) {
    if (isSignedBy(subject, subject)) return length > 0 || certificates.length > 0
    const { issuer, serialNumber } = readCertificateFields(subject.raw)
    const hasAnswer = answers.some(
      (answer) =>
        Buffer.compare(answer.serialNumber, serialNumber) === 0 &&
        Buffer.compare(answer.issuerNameHash, computeDigest(answer.hashAlgorithm, issuer)) === 0,
    )
    if (!hasAnswer && !listIssuers.some((name) => Buffer.compare(name, issuer) === 0)) return false
    const current: typeof subject = subject
    subject = known.find((candidate) => isSignedBy(current, candidate)) ?? null
  }
  return false
}
