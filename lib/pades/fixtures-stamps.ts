import { createHash, randomBytes } from 'node:crypto'
import { fieldsOf } from './certificate.ts'
import { oid } from './cms.ts'
import {
  type Der,
  element,
  elementsIn,
  integer,
  objectIdentifier,
  octetString,
  sequence,
  setOf,
  tagged,
} from './der.ts'
import { testAuthority } from './fixtures.ts'
import type { SigningIdentity } from './identity.ts'
import { stampQuery, tokenIn } from './time-stamp.ts'

/** What an authority for time stamps in tests does otherwise than it should. */
export interface StampFaults {
  /** PKIStatus (RFC 3161, 2.4.2); of what is not granted there is no token. */
  status?: number
  nonce?: Uint8Array
  digest?: Uint8Array
  /** Certificates that travel with the token. */
  certificates?: Uint8Array[]
}

/** An authority for time stamps (RFC 3161) for tests. */
export interface TestStamper {
  /** The root above it. */
  root: Uint8Array
  /** A TimeStampResp to a TimeStampReq. */
  answer(query: Uint8Array, faults?: StampFaults): Promise<Der>
}

/** Makes one that says it is `at`; its certificate is for that use, or for another. */
export async function testStamper(
  at: Date,
  use: 'timeStamping' | 'emailProtection' = 'timeStamping',
): Promise<TestStamper> {
  const authority = await testAuthority('Stamp Root')
  const identity = await authority.identity('Test TSA', use)
  return {
    root: authority.certificate,
    async answer(query, { status = 0, nonce, digest, certificates } = {}) {
      const [, imprint, asked] = elementsIn(query)
      const [algorithm, hashed] = elementsIn(imprint!)
      const statusInfo = sequence(integer(Buffer.of(status)), sequence(element(0x0c, Buffer.from('as told'))))
      if (status > 1) return sequence(statusInfo)
      const info = sequence(
        integer(Buffer.of(1)),
        objectIdentifier('1.2.3'),
        sequence(algorithm!, digest ? octetString(digest) : hashed!),
        integer(randomBytes(8)),
        element(0x18, Buffer.from(`${at.toISOString().slice(0, 19).replace(/\D/g, '')}Z`)),
        nonce ? integer(nonce) : asked!,
      )
      return sequence(statusInfo, await tokenOver(info, identity, certificates))
    },
  }
}

/** Has signatures stamped by it. */
export function stampingBy(stamper: Pick<TestStamper, 'answer'>): NonNullable<SigningIdentity['stamp']> {
  return async (signature) => {
    const query = stampQuery(signature)
    return tokenIn(await stamper.answer(query.der), query)
  }
}

async function tokenOver(info: Der, identity: SigningIdentity, certificates?: Uint8Array[]): Promise<Der> {
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
