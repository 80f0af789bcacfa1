import { PDF, type ProtectionOptions } from '@libpdf/core'
import { describe, expect, test } from 'vitest'
import { checkPdf } from '../check/check.ts'
import { buildPdf, signedPdf } from '../fixtures/build.ts'
import { annotateBit, encryptedPdf, modifyBit } from '../fixtures/encrypt.ts'
import { readWithPdfjs } from './reading.ts'

const limits = { maxPages: 10 }

async function encrypt(options: ProtectionOptions, bytes: Uint8Array = buildPdf()): Promise<Uint8Array> {
  const pdf = await PDF.load(bytes)
  pdf.setProtection({ ownerPassword: 'owner', ...options })
  return pdf.save()
}

describe('an encrypted file', () => {
  test.each(['RC4-40', 'RC4-128', 'AES-128', 'AES-256'] as const)(
    '%s: without a password it is accepted, and a copy without encryption is signed',
    async (cipher) => {
      const permissions = { copy: false, print: false }
      const file = cipher === 'AES-256' ? await encrypt({ permissions }) : encryptedPdf(cipher)
      const check = await checkPdf(file, limits)
      expect(check).toMatchObject({ ok: true, decrypted: true, signed: false })
      const copy = check.ok ? check.repaired! : new Uint8Array()
      expect((await PDF.load(copy, { lenient: false })).isEncrypted).toBe(false)
      expect(Buffer.from(copy).includes('/Encrypt')).toBe(false)
      const { texts } = await readWithPdfjs(copy, { maxPages: 1, textPages: 1 })
      expect(texts).toEqual(['Hello'])
      expect(await checkPdf(copy, limits)).toMatchObject({ ok: true, decrypted: false, repaired: null })
    },
  )

  test('with a password it is refused', async () => {
    const check = await checkPdf(await encrypt({ userPassword: 'secret' }), limits)
    expect(check).toMatchObject({ ok: false, reason: 'encrypted' })
    expect(!check.ok && check.message).toContain('protected by a password')
  })

  test.each([{ modify: false }, { annotate: false }, { modify: false, annotate: false, fillForms: true }])(
    'whose permissions do not allow new fields is refused: %o',
    async (permissions) => {
      const check = await checkPdf(await encrypt({ permissions }), limits)
      expect(check).toMatchObject({ ok: false, reason: 'encrypted' })
      expect(!check.ok && check.message).toContain('does not permit form fields and signatures')
    },
  )

  test.each([modifyBit, annotateBit])(
    'of an older kind, with the permission %i only, is refused',
    async (bit) => {
      expect(await checkPdf(encryptedPdf('RC4-128', bit), limits)).toMatchObject({ reason: 'encrypted' })
    },
  )

  test('that is signed is refused: its signatures would not survive', async () => {
    const check = await checkPdf(await encrypt({}, signedPdf()), limits)
    expect(check).toMatchObject({ ok: false, reason: 'encrypted' })
    expect(!check.ok && check.message).toContain('signed and encrypted')
  })
})
