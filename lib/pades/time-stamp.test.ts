import { createHash } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { signDigest } from './cms.ts'
import { verifyCms } from './cms-verify.ts'
import { element, integer, octetString, sequence } from './der.ts'
import { testAuthority } from './fixtures.ts'
import { stampingBy, type TestStamper, testStamper } from './fixtures-stamps.ts'
import type { SigningIdentity } from './identity.ts'
import { stampQuery, tokenIn } from './time-stamp.ts'

const at = new Date('2026-03-01T12:00:00Z')
const bytes = new TextEncoder().encode('the value of a signature')
const digest = createHash('sha256').update('a document').digest()
const document = { digest: () => digest, read: () => new Uint8Array() }

let stamper: TestStamper
let identity: SigningIdentity
beforeAll(async () => {
  stamper = await testStamper(at)
  identity = await (await testAuthority()).identity('Ada Lovelace')
})

describe('a token', () => {
  it('is taken from an answer, and with modifications too', async () => {
    for (const status of [0, 1]) {
      const query = stampQuery(bytes)
      const answer = await stamper.answer(query.der, { status })
      expect(answer.includes(Buffer.from(tokenIn(answer, query)))).toBe(true)
    }
  })

  it.each([
    ['was refused', { status: 2 }, 'it was refused (2) as told'],
    ['is of another question', { nonce: Buffer.from('elsewhere') }, 'it answers another question'],
    ['stamps other bytes', { digest: createHash('sha256').update('x').digest() }, 'bytes were changed'],
    ['comes without its certificate', { certificates: [] }, 'certificate is missing'],
    [
      'is too large for its place',
      { certificates: [element(0x30, Buffer.alloc(9000))] },
      'too many for its place',
    ],
  ])('that %s is none', async (_what, faults, why) => {
    const query = stampQuery(bytes)
    const answer = await stamper.answer(query.der, faults)
    expect(() => tokenIn(answer, query)).toThrow(why)
  })

  it('is none from a certificate for something else', async () => {
    const query = stampQuery(bytes)
    const other = await testStamper(at, 'emailProtection')
    const answer = await other.answer(query.der)
    expect(() => tokenIn(answer, query)).toThrow('not one for time stamps')
  })

  it('is none whose signature was changed', async () => {
    const query = stampQuery(bytes)
    const answer = await stamper.answer(query.der)
    answer[answer.length - 3]! ^= 1
    expect(() => tokenIn(answer, query)).toThrow('The time stamp cannot be used')
  })

  it.each([
    ['nothing', Buffer.alloc(0)],
    ['a page', Buffer.from('<html>Not here</html>')],
    ['a number', integer(Buffer.of(0))],
    ['a status alone', sequence(sequence(integer(Buffer.of(0))))],
    ['something else', sequence(sequence(integer(Buffer.of(0))), octetString(bytes))],
  ])('is not in %s', (_what, answer) => {
    expect(() => tokenIn(answer, stampQuery(bytes))).toThrow('The time stamp cannot be used')
  })
})

describe('a signature', () => {
  it('is stamped over its value, and says when (CAdES-T)', async () => {
    const stamp = stampingBy(stamper)
    const verdict = verifyCms(
      await signDigest(digest, { ...identity, stamp }),
      'ETSI.CAdES.detached',
      document,
    )
    expect(verdict).toMatchObject({ faults: [], digestOk: true, signatureOk: true, timestampedAt: at })
  })

  it('is stamped at no time where nobody stamps it', async () => {
    const verdict = verifyCms(await signDigest(digest, identity), 'ETSI.CAdES.detached', document)
    expect(verdict.faults).toEqual([])
    expect(verdict.timestampedAt).toBeUndefined()
  })

  it.each([
    ['of another signature', () => stampingBy(stamper)(bytes)],
    ['that is none', async () => octetString(bytes)],
  ])('stays valid with a stamp %s, which says nothing', async (_what, stamp) => {
    const der = await signDigest(digest, { ...identity, stamp })
    const verdict = verifyCms(der, 'ETSI.CAdES.detached', document)
    expect([verdict.faults, verdict.signatureOk, verdict.timestampedAt]).toEqual([[], true, undefined])
  })

  it('is not made where the stamp is not', async () => {
    const stamp = () => Promise.reject(new Error('not today'))
    await expect(signDigest(digest, { ...identity, stamp })).rejects.toThrow('not today')
  })
})
