import 'reflect-metadata'
import { generateKeyPairSync, type KeyPairKeyObjectResult, sign, X509Certificate } from 'node:crypto'
import { Extension } from '@peculiar/x509'
import { describe, expect, it } from 'vitest'
import { oid } from '../cms/cms.ts'
import {
  bitString,
  type Der,
  element,
  integer,
  objectIdentifier,
  sequence,
  tagged,
  time,
} from '../cms/der.ts'
import { makeChain } from '../fixtures/chain.ts'
import { findPath } from './path.ts'

const at = new Date('2026-01-01')

/** The length of the path from the last certificate to the first; 0 without one. */
function measurePath(chain: Uint8Array[]): number {
  const [root, ...others] = chain.map((der) => new X509Certificate(der))
  const anchors = [{ certificate: root! }]
  return (
    findPath(others.at(-1)!, { anchors, issuers: others, store: new Map() }, at)?.certificates.length ?? 0
  )
}

const critical = (id: string, value: Der = sequence()) => new Extension(id, true, value)
const policies = (...ids: string[]) =>
  new Extension('2.5.29.32', false, sequence(...ids.map((id) => sequence(objectIdentifier(id)))))
const requirePolicy = (skip = 0) => critical('2.5.29.36', sequence(element(0x80, Buffer.of(skip))))
const mapping = (from: string, to: string) =>
  critical('2.5.29.33', sequence(sequence(objectIdentifier(from), objectIdentifier(to))))
const inhibitMapping = critical(
  '2.5.29.36',
  sequence(element(0x80, Buffer.of(0)), element(0x81, Buffer.of(0))),
)
const inhibitAny = critical('2.5.29.54', integer(Buffer.of(0)))
const [one, two, any] = ['1.2.3.1', '1.2.3.2', '2.5.29.32.0'] as const

describe('a path', () => {
  const length = async (extensions: Extension[]) => measurePath(await makeChain({}, { extensions }, {}))

  it('leads through no authority with a critical extension that is unknown', async () => {
    expect(await length([critical('1.2.3.4.5')])).toBe(0)
    expect(await length([critical('2.5.29.30')])).toBe(0)
    expect(await length([new Extension('1.2.3.4.5', false, sequence())])).toBe(3)
  })

  it('leads to an anchor with one, as its extensions are no part of the path', async () => {
    expect(measurePath(await makeChain({ extensions: [critical('1.2.3.4.5')] }, {}))).toBe(2)
  })

  it('leads through authorities with the critical extensions that are usual', async () => {
    const ids = ['2.5.29.31', '2.5.29.32', '2.5.29.33', '1.3.6.1.5.5.7.1.3']
    expect(await length(ids.map((id) => critical(id)))).toBe(3)
    expect(await length([inhibitAny])).toBe(3)
    // It demands a policy only of certificates further below.
    expect(await length([requirePolicy(2)])).toBe(3)
  })
})

describe('the length of a path', () => {
  const rollover = (name?: string) => makeChain({ pathLength: 1 }, { pathLength: 0 }, { name }, {})

  it('does not count authorities that are self-issued, such as at a change of keys', async () => {
    expect(measurePath(await rollover('Level 1'))).toBe(4)
    expect(measurePath(await rollover())).toBe(0)
    expect(measurePath(await makeChain({ pathLength: 0 }, {}, { name: 'Level 1' }, {}))).toBe(0)
  })
})

describe('a path to an anchor without basic constraints', () => {
  const makeKeys = () => generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const [rootKeys, otherKeys, leafKeys] = [makeKeys(), makeKeys(), makeKeys()]

  /** A certificate without extensions. */
  function certify(
    [subject, issuer]: [string, string],
    version: 1 | 3,
    { publicKey }: KeyPairKeyObjectResult,
    { privateKey }: KeyPairKeyObjectResult,
  ): Uint8Array {
    const algorithm = sequence(objectIdentifier(oid.ecdsaWithSha256))
    const toName = (name: string) =>
      sequence(element(0x31, sequence(objectIdentifier('2.5.4.3'), element(0x0c, Buffer.from(name)))))
    const fields = sequence(
      ...(version === 3 ? [tagged(0, integer(Buffer.of(2)))] : []),
      integer(Buffer.of(1)),
      algorithm,
      toName(issuer),
      sequence(time(new Date('2024-01-01')), time(new Date('2044-01-01'))),
      toName(subject),
      publicKey.export({ type: 'spki', format: 'der' }),
    )
    return sequence(fields, algorithm, bitString(sign('sha256', fields, privateKey)))
  }
  const leaf = certify(['Ada', 'Root'], 3, leafKeys, rootKeys)

  it('is found where that is a root of version 1, which has no extensions', () => {
    expect(measurePath([certify(['Root', 'Root'], 1, rootKeys, rootKeys), leaf])).toBe(2)
  })

  it('is not found where that may be a signer, who must not vouch for others', () => {
    expect(measurePath([certify(['Root', 'Root'], 3, rootKeys, rootKeys), leaf])).toBe(0)
    expect(measurePath([certify(['Root', 'Other'], 1, rootKeys, otherKeys), leaf])).toBe(0)
  })
})

describe('a path with an authority that demands a policy', () => {
  it.each<[string, Extension[], Extension[], boolean]>([
    ['which both name', [requirePolicy(), policies(one)], [policies(two, one)], true],
    ['of which each names another', [requirePolicy(), policies(one)], [policies(two)], false],
    ['which the signer does not name', [requirePolicy(), policies(one)], [], false],
    ['which the authority does not name', [requirePolicy()], [policies(one)], false],
    ['where the authority names any', [requirePolicy(), policies(any)], [policies(one)], true],
    ['where the signer names any', [requirePolicy(), policies(one)], [policies(any)], true],
    [
      'where the signer names any, which no longer counts',
      [requirePolicy(), policies(one), inhibitAny],
      [policies(any)],
      false,
    ],
    ['which is mapped', [requirePolicy(), policies(one), mapping(one, two)], [policies(two)], true],
    [
      'which is mapped to another',
      [requirePolicy(), policies(one), mapping(one, two)],
      [policies(one)],
      false,
    ],
    ['which is mapped to any', [requirePolicy(), policies(one), mapping(one, any)], [policies(two)], false],
    ['only of the signer', [], [requirePolicy(), policies(one)], false],
    ['for a certificate further below', [requirePolicy(1), policies(one)], [], false],
  ])('%s', async (_, ofAuthority, ofSigner, isFound) => {
    const chain = await makeChain({}, { extensions: ofAuthority }, { extensions: ofSigner })
    expect(measurePath(chain)).toBe(isFound ? 3 : 0)
  })

  it('is mapped only as far as an authority above permits', async () => {
    const links = (first: Extension[]) => [
      {},
      { extensions: [...first, policies(one)] },
      { extensions: [policies(one), mapping(one, two)] },
      { extensions: [policies(two)] },
    ]
    expect(measurePath(await makeChain(...links([requirePolicy()])))).toBe(4)
    expect(measurePath(await makeChain(...links([inhibitMapping])))).toBe(0)
  })
})
