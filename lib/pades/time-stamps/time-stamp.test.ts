import { createHash } from 'node:crypto'
import { beforeAll, expect, it } from 'vitest'
import { addSeconds } from '#lib/core/clock'
import { readElements } from '../cms/asn1.ts'
import { element, integer, octetString, sequence } from '../cms/der.ts'
import { type StampFaults, type TestStamper, testStamper } from '../fixtures/stamps.ts'
import { stampQuery, verifyStampResponse } from './time-stamp.ts'
import { verifyStamp } from './time-stamp-verify.ts'

const date = new Date('2026-03-01T12:00:00Z')
const bytes = new TextEncoder().encode('the value of a signature')
const digest = createHash('sha256').update(bytes).digest()
const sha1 = '1.3.14.3.2.26'
const sha256 = '2.16.840.1.101.3.4.2.1'
const digestBy = (algorithm: string, signature: Uint8Array | string) =>
  createHash(algorithm).update(signature).digest()

let stamper: TestStamper
beforeAll(async () => {
  stamper = await testStamper(() => date)
})

/** The token of an authority with a deviation from a correct response. */
async function taken(faults: StampFaults, authority = stamper) {
  const query = stampQuery(digest, date)
  return verifyStampResponse(await authority.answer(query.der, faults), query)
}

it('a request has a new nonce each time', () => {
  const [firstQuery, other] = [stampQuery(digest, date), stampQuery(digest, date)]
  expect(firstQuery.nonce).toHaveLength(8)
  expect(firstQuery.der.equals(other.der)).toBe(false)
})

it.each([0, 1])('a token is accepted from a response with status %i', async (status) => {
  expect(verifyStamp(await taken({ status }), bytes)).toMatchObject({ faults: [], stampedAt: date })
})

const large = element(0x30, Buffer.alloc(9000))
it.each<[string, StampFaults, string]>([
  ['was refused', { status: 2, withoutToken: true }, 'Request rejected. free text'],
  ['was refused and given', { status: 2 }, 'Request rejected. free text'],
  ['has a status that there is not', { status: -1 }, 'Request rejected.'],
  ['is not there', { withoutToken: true }, 'The response has no token.'],
  ['is of another question', { nonce: Buffer.from('elsewhere') }, 'Nonce mismatch.'],
  ['stamps other bytes', { imprint: [sha256, digestBy('sha256', 'x')] }, 'bytes were changed'],
  ['is by another hash', { imprint: [sha1, digestBy('sha1', bytes)] }, 'Unexpected digest algorithm.'],
  [
    'is of a time long ago',
    { time: '20260301115459Z' },
    'Its time differs by 301 seconds from the system clock; the limit is 300.',
  ],
  [
    'is of a time to come',
    { time: '20260301120501Z' },
    'Its time differs by 301 seconds from the system clock; the limit is 300.',
  ],
  ['is of no time', { time: '20260101000000.1e308Z' }, 'the time of the time stamp is invalid'],
  ['is of a time before its certificate', { time: '20231231235959Z' }, 'was not valid at that time'],
  ['comes without its certificate', { certificates: [] }, 'certificate is missing'],
  ['is too large for its place', { certificates: [large] }, 'the limit is'],
])('a token that %s is rejected', async (_what, faults, why) => {
  await expect(taken(faults)).rejects.toMatchObject({
    code: 'bad_time_stamp',
    message: expect.stringContaining(why),
  })
})

it('a token by a certificate for another use is rejected', async () => {
  const otherStamper = await testStamper(() => date, 'emailProtection')
  await expect(taken({}, otherStamper)).rejects.toThrow('not one for time stamps')
})

it('a clock skew of five minutes is accepted', async () => {
  for (const seconds of [-300, 300]) {
    const otherStamper = await testStamper(() => addSeconds(date, seconds))
    await expect(taken({}, otherStamper)).resolves.toBeInstanceOf(Uint8Array)
  }
})

it('a token whose signature was changed is rejected', async () => {
  const query = stampQuery(digest, date)
  const answer = await stamper.answer(query.der)
  answer[answer.length - 3]! ^= 1
  expect(() => verifyStampResponse(answer, query)).toThrow('The time stamp cannot be used')
})

it.each(['whole', 'inside'])('a token with indefinite lengths (BER), %s, is rejected', async (where) => {
  const query = stampQuery(digest, date)
  const endless = (tag: number, ...contents: Uint8Array[]) =>
    Buffer.concat([Buffer.of(tag, 0x80), ...contents, Buffer.of(0, 0)])
  const [type, wrapped] = readElements(verifyStampResponse(await stamper.answer(query.der), query))
  const token =
    where === 'whole'
      ? endless(0x30, type!, wrapped!)
      : sequence(type!, endless(0xa0, ...readElements(wrapped!)))
  const answer = sequence(sequence(integer(Buffer.of(0))), token)
  expect(() => verifyStampResponse(answer, query)).toThrow('It is not in DER: a length is indefinite.')
})

it('a long status text of an authority is truncated', async () => {
  const errorText = await taken({ status: 2, freeText: 'no '.repeat(9000) }).catch(
    (error: Error) => error.message,
  )
  expect((errorText as string).length).toBeLessThan(300)
})

const text = sequence(element(0x0c, Buffer.from('no more credits')))
it.each([
  ['nothing', Buffer.alloc(0), 'The response is not one to a request for a time stamp.'],
  ['a page', Buffer.from('<html>Not here</html>'), 'The response is not one to a request for a time stamp.'],
  ['a number', integer(Buffer.of(0)), 'The response is not one to a request for a time stamp.'],
  ['something else', sequence(sequence(integer(Buffer.of(0))), octetString(bytes)), ''],
  ['a status without a word', sequence(sequence(integer(Buffer.of(2)))), 'Request rejected.'],
  [
    'a failure',
    sequence(sequence(integer(Buffer.of(2)), element(0x03, Buffer.of(0, 0x80, 0x01)))),
    'Request rejected. badAlg, unacceptedPolicy',
  ],
  [
    'a failure with a text',
    sequence(sequence(integer(Buffer.of(2)), text, element(0x03, Buffer.of(6, 0, 0, 0, 0x40)))),
    'Request rejected. no more credits systemFailure',
  ],
  ['a promise', sequence(sequence(integer(Buffer.of(3)))), 'Request not processed yet (waiting).'],
])('%s is refused', (_what, response, why) => {
  expect(() => verifyStampResponse(response, stampQuery(digest, date))).toThrow(
    `The time stamp cannot be used. ${why}`.trim(),
  )
})
