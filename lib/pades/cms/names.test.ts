import 'reflect-metadata'
import { SubjectAlternativeNameExtension, X509CertificateGenerator } from '@peculiar/x509'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { type TestAuthority, testAuthority } from '../fixtures/authority.ts'
import { element, objectIdentifier, sequence } from './der.ts'
import { readCommonName, readEmail, toComparableName } from './names.ts'

let authority: TestAuthority
beforeAll(async () => {
  authority = await testAuthority()
})

it.each(['Jane Doe', 'Doe + CN=Jane', 'a+b', 'Doe, Jane', 'Mallory\nCN=Barack Obama'])(
  'the common name %s is found beside a serial number in one relative name',
  async (name) => {
    const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
    const { rawData } = await X509CertificateGenerator.createSelfSigned({
      name: [{ C: ['GB'] }, { CN: [name], '2.5.4.5': ['7'] }],
      keys: await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']),
      signingAlgorithm: algorithm,
    })
    // A control character shows as a space.
    expect(readCommonName(new Uint8Array(rawData))).toBe(name.replace('\n', ' '))
  },
)

describe('the email address of a certificate', () => {
  const issue = async (...names: { type: 'email' | 'dns' | 'url'; value: string }[]) => {
    const extensions = names.length > 0 ? [new SubjectAlternativeNameExtension(names)] : []
    return (await authority.identity('Ada', 'emailProtection', extensions)).certificate
  }

  it.each(['ada@example.com', "o'brien@example.com", '"a, b"@example.com'])(
    'is %s as it is written',
    async (value) => {
      expect(readEmail(await issue({ type: 'email', value }))).toBe(value)
      const others = [
        { type: 'dns', value: 'example.com' },
        { type: 'url', value: 'https://example.com/, email:other@example.com' },
      ] as const
      expect(readEmail(await issue(...others, { type: 'email', value }))).toBe(value)
      expect(readEmail(await issue(...others))).toBeNull()
    },
  )

  it('is none without alternative names, and of other bytes', async () => {
    expect(readEmail(await issue())).toBeNull()
    expect(readEmail(Buffer.from('no certificate'))).toBeNull()
  })
})

it('a very long name is compared by its bytes: normalizing accents takes quadratic time', () => {
  const nameOf = (text: string) =>
    sequence(element(0x31, sequence(objectIdentifier('2.5.4.3'), element(0x0c, Buffer.from(text)))))
  const normalize = vi.spyOn(String.prototype, 'normalize')
  const [long, sameInLowerCase] = ['A', 'a'].map((letter) =>
    nameOf(`${letter}${'\u0301'.repeat(300)}${'\u0316'.repeat(300)}`),
  )
  expect(toComparableName(long!)).toBe(toComparableName(Buffer.from(long!)))
  expect(toComparableName(long!)).not.toBe(toComparableName(sameInLowerCase!))
  expect(normalize).not.toHaveBeenCalled()
  normalize.mockRestore()
  expect(toComparableName(nameOf('A'.repeat(900)))).toBe(toComparableName(nameOf('a'.repeat(900))))
})
