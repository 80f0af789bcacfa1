import { SubjectAlternativeNameExtension } from '@peculiar/x509'
import { beforeAll, describe, expect, it } from 'vitest'
import { type TestAuthority, testAuthority } from '../fixtures/authority.ts'
import { readEmail } from './names.ts'

let authority: TestAuthority
beforeAll(async () => {
  authority = await testAuthority()
})

describe('the email address of a certificate', () => {
  const issue = async (...names: { type: 'email' | 'dns' | 'url'; value: string }[]) => {
    const extensions = names.length > 0 ? [new SubjectAlternativeNameExtension(names)] : []
    return (await authority.identity('Ada', 'emailProtection', extensions)).certificate
  }

  it.each(['ada@example.com', "o'brien@example.com", '"a, b"@example.com'])('is %s as it is written', async (value) => {
    expect(readEmail(await issue({ type: 'email', value }))).toBe(value)
    const others = [
      { type: 'dns', value: 'example.com' },
      { type: 'url', value: 'https://example.com/, email:other@example.com' },
    ] as const
    expect(readEmail(await issue(...others, { type: 'email', value }))).toBe(value)
    expect(readEmail(await issue(...others))).toBeNull()
  })

  it('is none without alternative names, and of other bytes', async () => {
    expect(readEmail(await issue())).toBeNull()
    expect(readEmail(Buffer.from('no certificate'))).toBeNull()
  })
})
