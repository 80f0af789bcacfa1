import { X509Certificate } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import { PDF, PdfArray, PdfDict, PdfName, PdfStream } from '@libpdf/core'
import { expect, test } from 'vitest'
import { asDict, resolver } from '#lib/pdf/check/inspect'
import { dict } from '#lib/pdf/file/objects'
import { catalogNumber, firstPage, pdfObjects, writeRevision } from '#lib/pdf/fixtures/build'
import { readElements } from './cms/asn1.ts'
import { readCertificateFields } from './cms/certificate.ts'
import { getKeyFingerprint } from './cms/certificate-facts.ts'
import { oid } from './cms/cms.ts'
import { bitString, integer, objectIdentifier, sequence, time as toTime } from './cms/der.ts'
import type { SigningIdentity } from './cms/identity.ts'
import { extendRevision } from './extend.ts'
import { type TestAuthority, testAuthority } from './fixtures/authority.ts'
import { allRevisions, makeProcessFixture, time, twoPages } from './fixtures/process.ts'
import { makeStamping, testStamper } from './fixtures/stamps.ts'
import { makeStampToken } from './time-stamps/stamp-token.ts'
import { stampQuery } from './time-stamps/time-stamp.ts'
import { verifyPdf } from './verify.ts'

test('a file whose page tree is a single page can be extended: the time stamp is on that page', async () => {
  const fixture = await makeProcessFixture()
  const objects = pdfObjects({ pages: [{ mediaBox: [0, 0, 595, 842] }] })
  objects.set(catalogNumber, `<< /Type /Catalog /Pages ${firstPage} 0 R >>`)
  const { sealed } = await allRevisions(fixture, writeRevision(null, objects))
  const stamp = makeStamping(await testStamper(() => time), time)
  const { valid, faults, signatures } = await verifyPdf(
    await extendRevision(sealed, { ...fixture.platform, stamp }),
  )
  expect([valid, faults]).toEqual([true, []])
  expect(signatures.at(-1)).toMatchObject({ subFilter: 'ETSI.RFC3161', coversWholeFile: true })
})

test('the time stamp of a page that begins left of the origin changes nothing', async () => {
  const fixture = await makeProcessFixture()
  const page = { mediaBox: [-9, -9, 604, 851] }
  const { sealed } = await allRevisions(fixture, writeRevision(null, pdfObjects({ pages: [page, page] })))
  const stamp = makeStamping(await testStamper(() => time), time)
  const { valid, signatures } = await verifyPdf(await extendRevision(sealed, { ...fixture.platform, stamp }))
  expect([valid, signatures.some(({ changedAfterSigning }) => changedAfterSigning)]).toEqual([true, false])
})

test('a time stamp without certificates is verified with those of the file, or changes nothing', async () => {
  const { platform, ...others } = await makeProcessFixture()
  const stamper = await testStamper(() => time)
  const bare = async (digest: Uint8Array) =>
    readElements(await stamper.answer(stampQuery(digest, time).der, { certificates: [] }))[1]!
  const extendWith = async (changes: Partial<SigningIdentity>, certificates: Uint8Array[]) => {
    const { sealed } = await allRevisions({ ...others, platform: { ...platform, ...changes } }, twoPages())
    const loadValidationMaterial = async () => ({ certificates, revocationLists: [] })
    const file = await extendRevision(sealed, { ...platform, stamp: bare, loadValidationMaterial })
    const { signatures } = await verifyPdf(file)
    expect(signatures.map(({ changedAfterSigning }) => changedAfterSigning)).not.toContain(true)
    return signatures.at(-1)!
  }
  const { certificate } = stamper
  expect(await extendWith({}, [certificate])).toMatchObject({ valid: true, signerName: 'Test TSA' })
  // The authority has stamped a signature, too.
  expect(await extendWith({ stamp: makeStamping(stamper, time) }, [])).toMatchObject({ valid: true })
  expect(await extendWith({}, [])).toMatchObject({ valid: false, digestOk: true, signerName: '' })
})

/** A revocation list (RFC 5280, 5.1) with one certificate. */
function listOf({ certificate, sign }: TestAuthority, revoked: Uint8Array, revokedAt: Date): Uint8Array {
  const algorithm = sequence(objectIdentifier(oid.ecdsaWithSha256))
  const list = sequence(
    integer(Buffer.of(1)),
    algorithm,
    readCertificateFields(certificate).subject,
    toTime(time),
    toTime(new Date('2027-01-01')),
    sequence(sequence(readCertificateFields(revoked).serialNumber, toTime(revokedAt))),
  )
  return sequence(list, algorithm, bitString(sign(list)))
}

test('the verification tells of a revoked authority of the time stamps of signatures and of the document', async () => {
  const { platform, ...others } = await makeProcessFixture()
  const authority = await testAuthority('Stamp Root')
  const stamper = await authority.identity('TSA', 'timeStamping')
  const statement = { policy: '1.2.3', time, accuracySeconds: 1 }
  const stamp = (digest: Uint8Array) => makeStampToken(digest, statement, stamper)
  const { sealed } = await allRevisions({ ...others, platform: { ...platform, stamp } }, twoPages())
  const revokedAt = new Date('2026-02-01T00:00:00Z')
  const revocationLists = [listOf(authority, stamper.certificate, revokedAt)]
  const loadValidationMaterial = async () => ({ certificates: [authority.certificate], revocationLists })
  const file = await extendRevision(sealed, { ...platform, stamp, loadValidationMaterial })
  const { signatures } = await verifyPdf(file)
  const issuerKey = getKeyFingerprint(new X509Certificate(authority.certificate))
  const { fingerprint256 } = new X509Certificate(stamper.certificate)
  const revocation = {
    ...{ revokedAt: revokedAt.toISOString(), certificate: fingerprint256, issuerKey },
    ...{ isOfKey: true, isOfAuthority: false },
  }
  // Only the platform's signatures have time stamps.
  const stamps = signatures.map(({ timestamps }) => timestamps.flatMap((one) => one.revocations))
  expect(stamps).toEqual([[revocation], [], [], [revocation], []])
  expect(signatures.map(({ revocations }) => revocations)).toEqual([[], [], [], [], [revocation]])
  // Where not every certificate that may be in the chain was looked for, the revocation may be missed.
  const certificates = [...(await authority.imitations(40)), authority.certificate]
  const flooded = await extendRevision(sealed, {
    ...{ ...platform, stamp },
    loadValidationMaterial: async () => ({ certificates, revocationLists }),
  })
  const { valid, signatures: undecided } = await verifyPdf(flooded)
  expect(valid).toBe(true)
  expect(undecided.map(({ isRevocationKnown }) => isRevocationKnown)).toEqual([
    ...[false, true, true, false, false],
  ])
})

test('the level stays LTA when more is added, as for the time stamp; of data after the time stamp alone it is LT', async () => {
  const { platform, authority, ...others } = await makeProcessFixture()
  const stampAuthority = await testAuthority('Stamp Root')
  const stamper = await stampAuthority.identity('TSA', 'timeStamping')
  const stamp = (digest: Uint8Array) =>
    makeStampToken(digest, { policy: '1.2.3', time, accuracySeconds: 1 }, stamper)
  const stamping = { ...platform, stamp }
  const { sealed } = await allRevisions({ ...others, authority, platform: stamping }, twoPages())
  const authorities = [authority, stampAuthority]
  const stranger = (await testAuthority('Stranger')).certificate
  const material = {
    certificates: authorities.map(({ certificate }) => certificate),
    revocationLists: authorities.map((one) => listOf(one, stranger, time)),
  }
  const getLevels = async (bytes: Uint8Array) => {
    const { valid, signatures } = await verifyPdf(bytes)
    expect(valid).toBe(true)
    return signatures.map(({ level }) => level)
  }
  const extended = await extendRevision(sealed, { ...stamping, loadValidationMaterial: async () => material })
  const isLta = [...Array(4).fill('LTA'), null]
  expect(await getLevels(extended)).toEqual(isLta)
  expect(await getLevels(await addData(extended, [stranger], []))).toEqual(isLta)
  expect(await getLevels(await addExtension(extended))).toEqual(isLta)
  const stamped = await extendRevision(sealed, stamping)
  const late = await addData(stamped, material.certificates, material.revocationLists)
  expect(await getLevels(late)).toEqual([...Array(4).fill('LT'), null])
})

test('validation data that is compressed twice stays, and the file can be extended', async () => {
  const { platform, authority, ...others } = await makeProcessFixture()
  const stamping = { ...platform, stamp: makeStamping(await testStamper(() => time), time) }
  const { sealed } = await allRevisions({ ...others, authority, platform: stamping }, twoPages())
  const filters = new PdfArray([PdfName.of('FlateDecode'), PdfName.of('FlateDecode')])
  const stream = new PdfStream(dict({ Filter: filters }), deflateSync(deflateSync(authority.certificate)))
  const pdf = await PDF.load(sealed)
  const store = dict({ Type: '/DSS', Certs: new PdfArray([pdf.context.register(stream)]) })
  pdf.context.catalog.getDict().set('DSS', pdf.context.register(store))
  const stranger = (await testAuthority('Stranger')).certificate
  const loadValidationMaterial = async () => ({ certificates: [stranger], revocationLists: [] })
  const extended = await extendRevision(await pdf.save({ incremental: true }), {
    ...stamping,
    loadValidationMaterial,
  })
  expect((await verifyPdf(extended)).valid).toBe(true)
  const result = await PDF.load(extended)
  const extendedStore = asDict(result.context.catalog.getDict().get('DSS', resolver(result)))
  expect(extendedStore?.getArray('Certs', resolver(result))).toHaveLength(2)
})

/** Appends a revision with more validation data, which no time stamp covers. */
async function addData(bytes: Uint8Array, certificates: Uint8Array[], revocationLists: Uint8Array[]) {
  const pdf = await PDF.load(bytes)
  const catalog = pdf.context.catalog.getDict()
  const store = asDict(catalog.get('DSS', resolver(pdf))) ?? dict({ Type: '/DSS' })
  for (const [entry, added] of [
    ['Certs', certificates],
    ['CRLs', revocationLists],
  ] as const) {
    const streams = added.map((der) => pdf.context.register(new PdfStream([], der)))
    store.set(entry, new PdfArray([...(store.getArray(entry, resolver(pdf)) ?? []), ...streams]))
  }
  catalog.set('DSS', pdf.context.register(new PdfDict(store)))
  return pdf.save({ incremental: true })
}

async function addExtension(bytes: Uint8Array) {
  const pdf = await PDF.load(bytes)
  const extension = dict({ BaseVersion: '/1.7', ExtensionLevel: 5 })
  pdf.context.catalog.getDict().set('Extensions', dict({ ESIC: extension }))
  return pdf.save({ incremental: true })
}
