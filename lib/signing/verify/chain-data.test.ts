import 'reflect-metadata'
import { KeyObject, sign, X509Certificate } from 'node:crypto'
import { PDF, PdfArray, PdfStream } from '@libpdf/core'
import { BasicConstraintsExtension, X509CertificateGenerator } from '@peculiar/x509'
import { beforeAll, describe, expect, it } from 'vitest'
import { addDays } from '#lib/core/clock'
import { readCertificateFields } from '#lib/pades/cms/certificate'
import { oid } from '#lib/pades/cms/cms'
import {
  bitString,
  element,
  integer,
  objectIdentifier,
  octetString,
  sequence,
  time as toTime,
} from '#lib/pades/cms/der'
import type { SigningIdentity } from '#lib/pades/cms/identity'
import { testAuthority } from '#lib/pades/fixtures/authority'
import { makeProcessFixture, signedElsewhere, time } from '#lib/pades/fixtures/process'
import { makeStampToken } from '#lib/pades/time-stamps/stamp-token'
import { verifyPdf } from '#lib/pades/verify'
import { dict } from '#lib/pdf/file/objects'
import type { TrustAnchor } from './trust-anchors.ts'
import { presentVerification } from './verification.ts'

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }

interface Party {
  certificate: Uint8Array
  keys: CryptoKeyPair
}

/** A party that is certified by another one, or by itself; with the keys of `like` it is an imitation or a renewal. */
async function certify(
  subject: string,
  issuer: string,
  by?: Party,
  { like, isAuthority = true }: { like?: Party; isAuthority?: boolean } = {},
): Promise<Party> {
  const keys = like?.keys ?? (await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']))
  const { rawData } = await X509CertificateGenerator.create({
    ...{ subject: `CN=${subject}`, issuer: `CN=${issuer}`, publicKey: keys.publicKey },
    ...{ notBefore: new Date('2024-01-01'), notAfter: new Date('2044-01-01') },
    ...{ signingKey: (by?.keys ?? keys).privateKey, signingAlgorithm: algorithm },
    extensions: [new BasicConstraintsExtension(isAuthority, undefined, true)],
  })
  return { certificate: new Uint8Array(rawData), keys }
}

const signBy = (party: Party, data: Uint8Array) => sign('sha256', data, KeyObject.from(party.keys.privateKey))

/**
 * A revocation list (RFC 5280, 5.1) of an authority, with certificates that were revoked before `time`.
 * @param reason CRLReason (5.3.1)
 */
function listOf(
  certificate: Uint8Array,
  signList: (data: Uint8Array) => Uint8Array,
  revoked: Uint8Array[] = [],
  reason?: number,
): Uint8Array {
  const named = (value: number) =>
    sequence(sequence(objectIdentifier('2.5.29.21'), octetString(element(0x0a, Buffer.of(value)))))
  const signatureAlgorithm = sequence(objectIdentifier(oid.ecdsaWithSha256))
  const entries = revoked.map((one) =>
    sequence(
      readCertificateFields(one).serialNumber,
      toTime(new Date('2026-02-01')),
      ...(reason === undefined ? [] : [named(reason)]),
    ),
  )
  const fields = sequence(
    integer(Buffer.of(1)),
    signatureAlgorithm,
    readCertificateFields(certificate).subject,
    toTime(time),
    toTime(new Date('2027-01-01')),
    ...(entries.length > 0 ? [sequence(...entries)] : []),
  )
  return sequence(fields, signatureAlgorithm, bitString(signList(fields)))
}

const listBy = (party: Party, revoked?: Party, reason?: number) =>
  listOf(party.certificate, (data) => signBy(party, data), revoked && [revoked.certificate], reason)

let parties: Record<'root' | 'authority' | 'renewed' | 'stranger' | 'imitation' | 'signer', Party>
let signedFile: Uint8Array
let fileWithTwoStamps: Uint8Array
let stampData: { certificate: Uint8Array; list: Uint8Array }

beforeAll(async () => {
  const root = await certify('Root', 'Root')
  const authority = await certify('Authority', 'Root', root)
  const stranger = await certify('Stranger', 'Stranger')
  parties = {
    ...{ root, authority, stranger },
    renewed: await certify('Authority', 'Root', root, { like: authority }),
    imitation: await certify('Authority', 'Stranger', stranger, { like: authority }),
    signer: await certify('Ada', 'Authority', authority, { isAuthority: false }),
  }
  const stampAuthority = await testAuthority('Stamp Root')
  const stamper = await stampAuthority.identity('TSA', 'timeStamping')
  const { certificate } = stampAuthority
  stampData = { certificate, list: listOf(certificate, stampAuthority.sign) }
  const fixture = await makeProcessFixture()
  const signWith = (stamp: NonNullable<SigningIdentity['stamp']>) => {
    const identity = {
      ...{ certificate: parties.signer.certificate, chain: [], stamp },
      sign: async (data: Uint8Array) => signBy(parties.signer, data),
    }
    return signedElsewhere({
      ...fixture,
      authority: { ...fixture.authority, identity: async () => identity },
    })
  }
  const stampBy = (one: SigningIdentity, at: Date) => (digest: Uint8Array) =>
    makeStampToken(digest, { policy: '1.2.3', time: at, accuracySeconds: 1 }, one)
  signedFile = await signWith(stampBy(stamper, time))
  const unknown = await (await testAuthority()).identity('Unknown', 'timeStamping')
  fileWithTwoStamps = await signWith(async (digest) =>
    Buffer.concat([await stampBy(unknown, addDays(time, -1))(digest), await stampBy(stamper, time)(digest)]),
  )
})

/** The verification of the file with these authorities and lists as its validation data, in this order. */
async function present(authorities: Party[], lists: Uint8Array[], file = signedFile) {
  const pdf = await PDF.load(file)
  const toArray = (items: Uint8Array[]) =>
    PdfArray.of(...items.map((bytes) => pdf.context.register(new PdfStream([], bytes))))
  const certificates = authorities.map(({ certificate }) => certificate)
  const store = {
    Certs: toArray([...certificates, stampData.certificate]),
    CRLs: toArray([...lists, stampData.list]),
  }
  pdf.context.catalog.getDict().set('DSS', dict({ Type: '/DSS', ...store }))
  const report = await verifyPdf(await pdf.save({ incremental: true }))
  const toAnchor = (certificate: Uint8Array): TrustAnchor => ({
    ...{ certificate: new X509Certificate(certificate), testMode: false, isOwn: false },
  })
  const roots = [parties.root.certificate, stampData.certificate].map(toAnchor)
  const [signature] = presentVerification(report, roots, new Date('2026-06-01')).signatures
  const { indication, sub_indication, level, revocation_status } = signature!
  return { indication, sub_indication, level, revocation_status }
}

describe('validation data of a chain that is trusted', () => {
  const covered = {
    ...{ indication: 'TOTAL_PASSED', sub_indication: null },
    ...{ level: 'PAdES-BASELINE-LT', revocation_status: 'good' },
  }

  it('give level LT, whichever certificate of its authority comes first', async () => {
    const { root, authority, renewed, stranger, imitation } = parties
    const lists = [listBy(authority), listBy(root)]
    expect(await present([authority, root], lists)).toEqual(covered)
    expect(await present([imitation, stranger, authority, root], lists)).toEqual(covered)
    expect(await present([imitation, authority, root], lists)).toEqual(covered)
    expect(await present([renewed, authority, root], lists)).toEqual(covered)
  })

  it('give level LT also where anyone has put another time stamp before the one that is trusted', async () => {
    const { root, authority } = parties
    expect(await present([authority, root], [listBy(authority), listBy(root)], fileWithTwoStamps)).toEqual(
      covered,
    )
  })

  it('are not those of another chain that anyone has added', async () => {
    const { root, authority, stranger, imitation } = parties
    const lists = [listBy(authority), listBy(stranger)]
    expect(await present([imitation, stranger, authority, root], lists)).toEqual({
      ...covered,
      ...{ level: 'PAdES-BASELINE-T', revocation_status: 'unknown' },
    })
  })

  it('tell of a revocation of the authority without a reason or of its key, whichever of its certificates it is about', async () => {
    const { root, authority, renewed } = parties
    const [keyCompromise, superseded] = [1, 4]
    const presentRevoked = (revoked: Party, reason?: number) =>
      present([renewed, authority, root], [listBy(authority), listBy(root, revoked, reason)])
    const isRevoked = {
      ...{ indication: 'INDETERMINATE', sub_indication: 'REVOKED_CA_NO_POE', revocation_status: 'revoked' },
    }
    for (const revoked of [authority, renewed])
      for (const reason of [undefined, keyCompromise])
        expect(await presentRevoked(revoked, reason)).toMatchObject(isRevoked)
    // The chain leads through the other one.
    expect(await presentRevoked(authority, superseded)).toEqual(covered)
    expect(await presentRevoked(renewed, superseded)).toMatchObject(isRevoked)
  })

  it('tell of no revocation by an authority that is not in it', async () => {
    const { root, authority, stranger, imitation } = parties
    const lists = [listBy(authority), listBy(root), listBy(stranger, imitation)]
    expect(await present([imitation, stranger, authority, root], lists)).toEqual(covered)
  })
})
