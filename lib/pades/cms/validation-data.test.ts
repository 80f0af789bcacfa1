import { PdfArray, PdfStream } from '@libpdf/core'
import { beforeAll, describe, expect, it } from 'vitest'
import { loadPdf } from '#lib/pdf/file/load'
import { dict } from '#lib/pdf/file/objects'
import { buildPdf } from '#lib/pdf/fixtures/build'
import { testAuthority } from '../fixtures/authority.ts'
import { computeDigest } from './algorithms.ts'
import { readCertificateFields } from './certificate.ts'
import { oid } from './cms.ts'
import { element, integer, objectIdentifier, octetString, sequence, tagged } from './der.ts'
import type { SigningIdentity } from './identity.ts'
import { coversChain, readValidationData } from './validation-data.ts'

let identity: SigningIdentity
let other: SigningIdentity
beforeAll(async () => {
  identity = await (await testAuthority()).identity('Ada')
  other = await (await testAuthority('Another root')).identity('Bob')
})

const algorithm = sequence(objectIdentifier(oid.ecdsaWithSha256))
const time = element(0x18, Buffer.from('20260301000000Z'))
const noSignature = element(0x03, Buffer.of(0))

/** An empty revocation list (RFC 5280, 5.1) of the issuer of this certificate. */
function listFor(certificate: Uint8Array): Uint8Array {
  const fields = sequence(integer(Buffer.of(1)), algorithm, readCertificateFields(certificate).issuer, time)
  return sequence(fields, algorithm, noSignature)
}

/** A response (RFC 6960, 4.2.1) about this certificate. */
function responseFor(certificate: Uint8Array): Uint8Array {
  const { issuer, serialNumber } = readCertificateFields(certificate)
  const certId = sequence(
    sequence(objectIdentifier(oid.sha256)),
    octetString(computeDigest('sha256', issuer)),
    octetString(Buffer.alloc(32)),
    serialNumber,
  )
  const responses = sequence(sequence(certId, element(0x80), time))
  const data = sequence(tagged(2, octetString(Buffer.alloc(20))), time, responses)
  const basic = sequence(data, algorithm, noSignature)
  const typed = sequence(objectIdentifier('1.3.6.1.5.5.7.48.1.1'), octetString(basic))
  return sequence(element(0x0a, Buffer.of(0)), tagged(0, typed))
}

/** The validation data of a file with this store. */
async function getData(store: Partial<Record<'Certs' | 'CRLs' | 'OCSPs', Uint8Array[]>>) {
  const pdf = await loadPdf(buildPdf())
  const arrays = Object.entries(store).map(([entry, items]) => [
    entry,
    PdfArray.of(...items.map((bytes) => pdf.context.register(new PdfStream([], bytes)))),
  ])
  pdf.context.catalog.getDict().set('DSS', dict({ Type: '/DSS', ...Object.fromEntries(arrays) }))
  return readValidationData(pdf)
}

const covers = async (store: Parameters<typeof getData>[0], others = identity.chain) =>
  coversChain(await getData(store), identity.certificate, others)

describe('validation data covers the chain of a certificate', () => {
  it('with a revocation list, or a response', async () => {
    expect(await covers({ CRLs: [listFor(identity.certificate)] })).toBe(true)
    expect(await covers({ OCSPs: [responseFor(identity.certificate)] })).toBe(true)
  })

  it('with the issuers in the store or in the signature', async () => {
    const CRLs = [listFor(identity.certificate)]
    expect(await covers({ CRLs, Certs: identity.chain }, [])).toBe(true)
    expect(await covers({ CRLs }, [])).toBe(false)
  })

  it('not with data of others, or without any', async () => {
    expect(await covers({})).toBe(false)
    expect(await covers({ Certs: identity.chain })).toBe(false)
    expect(await covers({ CRLs: [listFor(other.certificate)] })).toBe(false)
    expect(await covers({ OCSPs: [responseFor(other.certificate)] })).toBe(false)
  })

  it('not with bytes that are none, which do not stop the verification', async () => {
    const garbage = Buffer.from('<html>')
    expect(await covers({ CRLs: [garbage], OCSPs: [garbage], Certs: [garbage] })).toBe(false)
    const OCSPs = [garbage, responseFor(identity.certificate)]
    expect(await covers({ CRLs: [garbage], OCSPs, Certs: [garbage] })).toBe(true)
  })
})
