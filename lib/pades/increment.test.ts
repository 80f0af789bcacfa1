import { PDF, PdfNumber } from '@libpdf/core'
import { describe, expect, test } from 'vitest'
import { buildPdf } from '#lib/pdf/fixtures/build'
import { commonNameOf } from './cms/names.ts'
import { PadesError } from './error.ts'
import { assertExtends, openForIncrement, saveIncrement } from './increment.ts'
import { initialsOf } from './marks.ts'

const file = buildPdf()

describe('openForIncrement', () => {
  test.each(['table', 'stream', 'object-streams'] as const)(
    'opens a file with a cross-reference %s',
    async (format) => {
      const { pdf } = await openForIncrement(buildPdf({ format }))
      expect(pdf.getPageCount()).toBe(1)
      expect(pdf.canSaveIncrementally()).toBeNull()
    },
  )

  test('numbers new objects past everything that the file says it has', async () => {
    const bytes = Buffer.from(
      Buffer.from(file)
        .toString('latin1')
        .replace(/\/Size \d+/, '/Size 2345'),
      'latin1',
    )
    const { pdf } = await openForIncrement(new Uint8Array(bytes))
    expect(pdf.context.registry.nextObjectNumber).toBe(2345)
  })

  test('does not believe a size that no file has', async () => {
    const bytes = Buffer.from(
      Buffer.from(file)
        .toString('latin1')
        .replace(/\/Size \d+/, '/Size 99999999'),
      'latin1',
    )
    const { pdf } = await openForIncrement(new Uint8Array(bytes))
    expect(pdf.context.registry.nextObjectNumber).toBeLessThan(2000)
  })

  test.each<[string, Uint8Array]>([
    ['nothing', new Uint8Array()],
    ['noise', new Uint8Array(999).fill(7)],
    ['a file without its table', file.subarray(0, file.length - 200)],
  ])('%s is refused', async (_, bytes) => {
    await expect(openForIncrement(bytes)).rejects.toMatchObject({ name: 'PadesError', code: 'no_increment' })
  })

  test('an encrypted file is refused, even with an empty password', async () => {
    const pdf = await PDF.load(file)
    pdf.setProtection({ ownerPassword: 'secret', userPassword: '' })
    await expect(openForIncrement(await pdf.save())).rejects.toMatchObject({ code: 'no_increment' })
  })
})

describe('saveIncrement', () => {
  test('appends what was changed', async () => {
    const opened = await openForIncrement(file)
    opened.pdf.getPage(0)!.dict.set('Rotate', PdfNumber.of(90))
    const after = saveIncrement(opened)
    expect(Buffer.compare(after.subarray(0, file.length), file)).toBe(0)
    expect((await PDF.load(after)).getPage(0)!.rotation).toBe(90)
  })

  test('refuses when nothing was changed, for then nothing is appended', async () => {
    const opened = await openForIncrement(file)
    expect(() => saveIncrement(opened)).toThrow(expect.objectContaining({ code: 'not_extended' }))
  })
})

describe('assertExtends', () => {
  const bytes = new Uint8Array([1, 2, 3])

  test('a longer file with the same beginning passes', () => {
    expect(() => assertExtends(bytes, new Uint8Array([1, 2, 3, 4]))).not.toThrow()
    expect(() => assertExtends(new Uint8Array(), bytes)).not.toThrow()
  })

  test.each<[string, number[]]>([
    ['the same', [1, 2, 3]],
    ['a shorter one', [1, 2]],
    ['one that differs at the start', [9, 2, 3, 4]],
    ['one that differs at the end', [1, 2, 9, 4]],
    ['one that is shifted', [0, 1, 2, 3]],
  ])('%s does not', (_, after) => {
    expect(() => assertExtends(bytes, new Uint8Array(after))).toThrow(PadesError)
  })
})

describe('initialsOf', () => {
  test.each([
    ['Ada Lovelace', 'AL'],
    ['ada lovelace', 'AL'],
    ['Jean-Luc Picard', 'JLP'],
    ['  Žofie   Příliš ', 'ŽP'],
    ['Ωμέγα Άλφα', 'ΩΆ'],
    ['Иван Шевченко', 'ИШ'],
    ['张伟', '张伟'],
    ['张伟 Zhang Wei', '张ZW'],
    ['Cher', 'C'],
    ['Anna (Ann) O’Neil 3rd', 'AAOR'],
    ['42', ''],
    ['', ''],
  ])('%j: %j', (name, expected) => {
    expect(initialsOf(name)).toBe(expected)
  })
})

describe('commonNameOf', () => {
  test.each([
    ['CN=Ada Lovelace', 'Ada Lovelace'],
    ['C=DE\nO=Org\nCN=张伟', '张伟'],
    ['CN=Unit\nCN=Person', 'Person'],
    ['O=Lovelace\\, Babbage\nCN=A\\, B', 'A, B'],
    ['C=DE\nO=Org', 'C=DE, O=Org'],
    ['', ''],
  ])('%j: %j', (subject, expected) => {
    expect(commonNameOf(subject)).toBe(expected)
  })
})
