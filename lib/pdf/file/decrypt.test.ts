import { PDF, type ProtectionOptions } from '@libpdf/core'
import { describe, expect, test } from 'vitest'
import { checkPdf } from '../check/check.ts'
import { buildPdf, signedPdf, stream } from '../fixtures/build.ts'
import { annotateBit, type EncryptionOptions, encryptedPdf, modifyBit } from '../fixtures/encrypt.ts'
import { objectStreamBomb, zerosDeflated } from '../fixtures/hostile.ts'
import { decryptsToTooMuch, needsPassword } from './encrypted-streams.ts'
import { inflatesTooMuch } from './inflation.ts'
import { readWithPdfjs } from './reading.ts'

const limits = { maxPages: 10 }

async function encrypt(options: ProtectionOptions, bytes: Uint8Array = buildPdf()): Promise<Uint8Array> {
  const pdf = await PDF.load(bytes)
  pdf.setProtection({ ownerPassword: 'owner', ...options })
  return pdf.save()
}

describe('an encrypted file', () => {
  test.each(['RC4-40', 'RC4-128', 'RC4-V4', 'AES-128', 'AES-256'] as const)(
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

  test('needs a password only where one was set', async () => {
    const withPassword = await encrypt({ userPassword: 'secret' })
    expect(await needsPassword(withPassword)).toBe(true)
    expect(await needsPassword(await encrypt({}))).toBe(false)
    expect(await needsPassword(encryptedPdf('AES-128'))).toBe(false)
    for (const trailer of ['/Encrypt null', '/Encrypt 99 0 R'])
      expect(await needsPassword(buildPdf({ trailer }))).toBe(false)
    expect(await needsPassword(buildPdf())).toBe(false)
    expect(await needsPassword(withPassword.subarray(0, 100))).toBe(false)
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
      expect(await checkPdf(encryptedPdf('RC4-128', { permissions: bit }), limits)).toMatchObject({
        reason: 'encrypted',
      })
    },
  )

  test('that is signed is refused: its signatures would not survive', async () => {
    const check = await checkPdf(await encrypt({}, signedPdf()), limits)
    expect(check).toMatchObject({ ok: false, reason: 'encrypted' })
    expect(!check.ok && check.message).toContain('signed and encrypted')
  })

  const identity = '/Filter [/Crypt] /DecodeParms [<< /Name /Identity >>]'
  test.each([
    ['a stream with a filter of its own', { objects: { 30: stream('in clear text', identity) } }],
    [
      'a stream with a filter that another object names',
      { objects: { 30: stream('in clear text', '/DecodeParms 32 0 R /Filter 31 0 R'), 31: '[/Crypt]' } },
    ],
    ['attachments in clear text', { entries: '/EFF /Identity' }],
  ] satisfies [string, EncryptionOptions][])(
    'with %s is refused: it would be destroyed',
    async (_, options) => {
      for (const cipher of ['RC4-V4', 'AES-128'] as const) {
        const check = await checkPdf(encryptedPdf(cipher, options), limits)
        expect(check).toMatchObject({ ok: false, reason: 'encrypted' })
        expect(!check.ok && check.message).toContain('Only a part of this PDF is encrypted')
      }
    },
  )

  test.each(['RC4-128', 'AES-128'] as const)(
    '%s: object streams that inflate too much are refused before they are inflated',
    async (cipher) => {
      const bomb = objectStreamBomb(20, cipher)
      expect(await inflatesTooMuch(bomb)).toBe(false)
      expect(await decryptsToTooMuch(bomb)).toBe(true)
      expect(await checkPdf(bomb, limits)).toMatchObject({ ok: false, reason: 'corrupt' })
      const cut = Buffer.from(bomb).toString('latin1').replace('startxref', 'startyref')
      expect(await decryptsToTooMuch(Buffer.from(cut, 'latin1'))).toBe(true)
      expect(await decryptsToTooMuch(objectStreamBomb(1, cipher))).toBe(false)
    },
  )

  test('content that inflates too much is found where every stream is read, and is never signed', async () => {
    const objects = { 1002: stream(zerosDeflated(20).toString('latin1'), '/Filter /FlateDecode') }
    const bomb = encryptedPdf('AES-128', { objects })
    expect(await decryptsToTooMuch(bomb)).toBe(false)
    expect(await decryptsToTooMuch(bomb, { everyStream: true })).toBe(true)
    expect(await checkPdf(bomb, limits)).toMatchObject({ ok: false })
  })

  test('a file without encryption is none of this check', async () => {
    expect(await decryptsToTooMuch(objectStreamBomb(20))).toBe(false)
  })
})
