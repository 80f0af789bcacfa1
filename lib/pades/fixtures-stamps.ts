import { createHash, randomBytes } from 'node:crypto'
import { elementsIn } from './asn1.ts'
import { fieldsOf } from './certificate.ts'
import { oid } from './cms.ts'
import { type Der, element, integer, objectIdentifier, octetString, sequence, setOf, tagged } from './der.ts'
import { testAuthority } from './fixtures.ts'
import type { SigningIdentity } from './identity.ts'
import { stampQuery, verifyStampResponse } from './time-stamp.ts'

/** What an authority for time stamps in tests does otherwise than it should. */
export interface StampFaults {
  /** PKIStatus (RFC 3161, 2.4.2), -1 to 127. */
  status?: number
  /** PKIFreeText. */
  said?: string
  withoutToken?: boolean
  nonce?: Uint8Array
  /** Object identifier of a hash algorithm, and a digest by it. */
  imprint?: [algorithm: string, digest: Uint8Array]
  /** GeneralizedTime. */
  time?: string
  /** Certificates that travel with the token. */
  certificates?: Uint8Array[]
  /** Unsigned attributes of the token itself. */
  unsigned?: Uint8Array[]
}

/** An authority for time stamps (RFC 3161) for tests. */
export interface TestStamper {
  /** The root above it. */
  root: Uint8Array
  /** A TimeStampResp to a TimeStampReq. */
  answer(query: Uint8Array, faults?: StampFaults): Promise<Der>
}

/** Makes one whose clock is given; its certificate is for that use, or for another. */
export async function testStamper(
  clock: () => Date,
  use: 'timeStamping' | 'emailProtection' = 'timeStamping',
): Promise<TestStamper> {
  const authority = await testAuthority('Stamp Root')
  const identity = await authority.identity('Test TSA', use)
  return {
    root: authority.certificate,
    async answer(query, faults = {}) {
      const { status = 0, said = 'as told', withoutToken = false } = faults
      const text = sequence(element(0x0c, Buffer.from(said)))
      const statusInfo = sequence(element(0x02, Buffer.of(status & 0xff)), text)
      if (withoutToken) return sequence(statusInfo)
      return sequence(statusInfo, await tokenOver(stampInfo(query, clock(), faults), identity, faults))
    },
  }
}

/** Has signatures stamped by it at a time. */
export function stampingBy(
  stamper: Pick<TestStamper, 'answer'>,
  at: Date,
): NonNullable<SigningIdentity['stamp']> {
  return async (signature) => {
    const query = stampQuery(signature, at)
    return verifyStampResponse(await stamper.answer(query.der), query)
  }
}

/** TSTInfo (RFC 3161, 2.4.2). */
function stampInfo(query: Uint8Array, at: Date, { nonce, imprint, time }: StampFaults): Der {
  const [, asked, number] = elementsIn(query)
  const other = imprint && sequence(sequence(objectIdentifier(imprint[0])), octetString(imprint[1]))
  return sequence(
    integer(Buffer.of(1)),
    objectIdentifier('1.2.3'),
    other ?? asked!,
    integer(randomBytes(8)),
    element(0x18, Buffer.from(time ?? `${at.toISOString().slice(0, 19).replace(/\D/g, '')}Z`)),
    nonce ? integer(nonce) : number!,
  )
}

async function tokenOver(
  info: Der,
  identity: SigningIdentity,
  { certificates, unsigned }: StampFaults,
): Promise<Der> {
  const hash = (bytes: Uint8Array) => octetString(createHash('sha256').update(bytes).digest())
  const attribute = (type: string, value: Uint8Array) => sequence(objectIdentifier(type), setOf(value))
  const sha256 = sequence(objectIdentifier(oid.sha256))
  const { issuer, serialNumber } = fieldsOf(identity.certificate)
  const attributes = [
    attribute(oid.contentType, objectIdentifier(oid.tstInfo)),
    attribute(oid.messageDigest, hash(info)),
    attribute(oid.signingCertificateV2, sequence(sequence(sequence(hash(identity.certificate))))),
  ].sort(Buffer.compare)
  const signer = sequence(
    integer(Buffer.of(1)),
    sequence(issuer, serialNumber),
    sha256,
    tagged(0, ...attributes),
    sequence(objectIdentifier(oid.ecdsaWithSha256)),
    octetString(await identity.sign(setOf(...attributes))),
    ...(unsigned ? [tagged(1, ...unsigned)] : []),
  )
  const signedData = sequence(
    integer(Buffer.of(3)),
    setOf(sha256),
    sequence(objectIdentifier(oid.tstInfo), tagged(0, octetString(info))),
    tagged(0, ...(certificates ?? [identity.certificate, ...identity.chain])),
    setOf(signer),
  )
  return sequence(objectIdentifier(oid.signedData), tagged(0, signedData))
}
