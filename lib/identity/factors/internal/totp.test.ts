import { Secret, TOTP, URI } from 'otpauth'
import { describe, expect, it } from 'vitest'
import { base32, findMatchingStep, hotpCode, newTotpSecret, otpauthUrl, totpStep } from './totp.ts'

const rfcSecret = Buffer.from('12345678901234567890')

describe('hotpCode', () => {
  // RFC 4226, appendix D.
  it.each(
    '755224 287082 359152 969429 338314 254676 287922 162583 399871 520489'
      .split(' ')
      .map((code, counter) => [counter, code] as const),
  )('gives the code of counter %d: %s', (counter, code) => {
    expect(hotpCode(rfcSecret, counter)).toBe(code)
  })

  // RFC 6238, appendix B, in eight digits: the last six are the code.
  it.each([
    [59, '94287082'],
    [1_111_111_109, '07081804'],
    [1_111_111_111, '14050471'],
    [1_234_567_890, '89005924'],
    [2_000_000_000, '69279037'],
    [20_000_000_000, '65353130'],
  ])('gives the code at %d s, the last six digits of %s', (seconds, code) => {
    expect(hotpCode(rfcSecret, totpStep(new Date(seconds * 1000)))).toBe(code.slice(-6))
  })

  it('gives the same codes as another implementation for random secrets', () => {
    for (let attempt = 0; attempt < 50; attempt++) {
      const secret = newTotpSecret()
      const timestamp = Math.floor(Math.random() * 4e12)
      const otherTotp = new TOTP({ secret: Secret.fromBase32(base32(secret)) })
      expect(hotpCode(secret, totpStep(new Date(timestamp)))).toBe(otherTotp.generate({ timestamp }))
    }
  })
})

describe('findMatchingStep', () => {
  const time = new Date('2026-11-24T12:00:10Z')
  const step = totpStep(time)
  const match = (offset: number, lastStep: number | null = null) =>
    findMatchingStep(rfcSecret, hotpCode(rfcSecret, step + offset), time, lastStep)

  it('accepts a code one step before and after its own', () => {
    expect([-2, -1, 0, 1, 2].map((offset) => match(offset))).toEqual([null, step - 1, step, step + 1, null])
  })

  it('accepts no code of the last used step or an earlier one', () => {
    expect([match(0, step - 1), match(0, step), match(-1, step), match(1, step)]).toEqual([
      step,
      null,
      null,
      step + 1,
    ])
  })
})

it('otpauthUrl gives a URL that another implementation reads', () => {
  const secret = newTotpSecret()
  const totp = URI.parse(otpauthUrl(secret, 'ada+x@example.com (Lovelace & Co)')) as TOTP
  expect(totp).toMatchObject({
    issuer: 'Paraph',
    label: 'ada+x@example.com (Lovelace & Co)',
    algorithm: 'SHA1',
    digits: 6,
    period: 30,
  })
  expect(Buffer.from(totp.secret.bytes).equals(secret)).toBe(true)
})
