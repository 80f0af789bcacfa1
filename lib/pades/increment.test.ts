import { PDF, PdfNumber, PdfRef } from '@libpdf/core'
import { describe, expect, test, vi } from 'vitest'
import { dict } from '#lib/pdf/file/objects'
import { mergeEntries, xrefChain } from '#lib/pdf/file/xref'
import { buildPdf } from '#lib/pdf/fixtures/build'
import { getInitials } from './appearances.ts'
import { parseCommonName } from './cms/names.ts'
import { PadesError } from './error.ts'
import { testAuthority } from './fixtures/authority.ts'
import {
  assertExtends,
  openForIncrement,
  reserveMissingObjects,
  saveIncrement,
  saveSigned,
} from './increment.ts'

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

  test('numbers new objects from /Size on', async () => {
    const bytes = Buffer.from(
      Buffer.from(file)
        .toString('latin1')
        .replace(/\/Size \d+/, '/Size 2345'),
      'latin1',
    )
    const { pdf } = await openForIncrement(new Uint8Array(bytes))
    expect(pdf.context.registry.nextObjectNumber).toBe(2345)
  })

  test('ignores an impossible /Size', async () => {
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

describe('reserveMissingObjects', () => {
  const formats = ['table', 'stream', 'object-streams'] as const
  const reserved = async (bytes: Uint8Array, defineAsNull = true) => {
    const openedFile = await openForIncrement(bytes)
    const nextNumberBefore = openedFile.pdf.context.registry.nextObjectNumber
    reserveMissingObjects(openedFile, { defineAsNull })
    const { registry } = openedFile.pdf.context
    const defined = [...registry.getNewObjects()].map(([ref, object]) => [ref.objectNumber, object.type])
    return {
      opened: openedFile,
      before: nextNumberBefore,
      defined: Object.fromEntries(defined),
      next: registry.nextObjectNumber,
    }
  }

  test.each(formats)('%s: writes missing objects below and above /Size as null', async (format) => {
    const catalog = '/PieceInfo << /A [700 0 R << /B 5000 0 R >>] >>'
    const { opened, defined, next } = await reserved(
      buildPdf({ format, catalog, objects: { 20: '<< /C 701 0 R >>' }, trailer: '/Info 20 0 R' }),
    )
    expect(defined).toEqual({ 700: 'null', 701: 'null', 5000: 'null' })
    expect(next).toBe(5001)
    const { pdf, bytes } = await openForIncrement(saveIncrement(opened))
    const entries = mergeEntries(bytes, xrefChain(bytes)!)
    for (const number of [700, 701, 5000]) {
      expect(entries.get(number)).toMatchObject({ type: 'offset', generation: 0 })
      expect(pdf.context.resolve(PdfRef.of(number, 0))?.type).toBe('null')
    }
    expect(pdf.getPageCount()).toBe(1)
  })

  test.each<[string, Parameters<typeof buildPdf>[0]]>([
    ['every object is there', {}],
    ['the reference has another generation than the object', { catalog: '/PieceInfo 3 7 R' }],
    ['the reference has a generation that no new object has', { catalog: '/PieceInfo 700 3 R' }],
    ['the reference is to object 0', { catalog: '/PieceInfo 0 0 R', format: 'stream' }],
    ['the object is null already', { catalog: '/PieceInfo 20 0 R', objects: { 20: 'null' } }],
    ['the reference is in an object that nothing leads to', { objects: { 20: '[700 0 R]' } }],
  ])('defines nothing where %s', async (_, options) => {
    expect((await reserved(buildPdf(options))).defined).toEqual({})
  })

  test('leaves a freed object free', async () => {
    const text = Buffer.from(buildPdf({ catalog: '/PieceInfo 20 0 R', objects: { 20: '42' } })).toString(
      'latin1',
    )
    const bytes = Buffer.from(text.replace(/(20 1\n)\d{10} 00000 n/, '$10000000000 00001 f'), 'latin1')
    expect((await reserved(new Uint8Array(bytes))).defined).toEqual({})
  })

  test('only skips the numbers where earlier signatures forbid new objects', async () => {
    const { defined, next } = await reserved(buildPdf({ catalog: '/PieceInfo 5000 0 R' }), false)
    expect(defined).toEqual({})
    expect(next).toBe(5001)
  })

  test.each([150_000, 8_388_608, 9_999_999_999])(
    'a reference to object %d does not raise the numbers of new objects',
    async (number) => {
      const { before, next } = await reserved(buildPdf({ catalog: `/PieceInfo << /A ${number} 0 R >>` }))
      expect(next).toBe(before)
    },
  )

  test('an increment with object numbers above the limit is refused', async () => {
    const { opened } = await reserved(buildPdf())
    // The library numbers new objects above every number that it resolved.
    opened.pdf.context.resolve(PdfRef.of(8_388_608, 0))
    opened.pdf.context.register(PdfNumber.of(1))
    expect(() => saveIncrement(opened)).toThrow(
      expect.objectContaining({ code: 'no_increment', message: expect.stringContaining('8388609') }),
    )
  })
})

describe('saveIncrement', () => {
  test('appends what was changed', async () => {
    const openedFile = await openForIncrement(file)
    openedFile.pdf.getPage(0)!.dict.set('Rotate', PdfNumber.of(90))
    const fileAfter = saveIncrement(openedFile)
    expect(Buffer.compare(fileAfter.subarray(0, file.length), file)).toBe(0)
    expect((await PDF.load(fileAfter)).getPage(0)!.rotation).toBe(90)
  })

  test('refuses an increment without changes', async () => {
    const openedFile = await openForIncrement(file)
    expect(() => saveIncrement(openedFile)).toThrow(expect.objectContaining({ code: 'not_extended' }))
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

describe('getInitials', () => {
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
    expect(getInitials(name)).toBe(expected)
  })
})

describe('readCommonName', () => {
  test.each([
    ['CN=Ada Lovelace', 'Ada Lovelace'],
    ['C=DE\nO=Org\nCN=张伟', '张伟'],
    ['CN=Unit\nCN=Person', 'Person'],
    ['O=Lovelace\\, Babbage\nCN=A\\, B', 'A, B'],
    ['C=DE\nO=Org', 'C=DE, O=Org'],
    ['', ''],
  ])('%j: %j', (subject, expected) => {
    expect(parseCommonName(subject)).toBe(expected)
  })
})

describe('saveSigned', () => {
  test.each([
    ['shorter than expected', 3000, 2900, 1],
    ['longer than expected', 100, 2900, 2],
    ['not expected', undefined, 2900, 1],
  ])('has space for a token that is %s', async (_, tokenBytes, length, attempts) => {
    const identity = await (await testAuthority()).identity('Ada')
    const stamp = vi.fn(async () => new Uint8Array(length))
    const opened = await openForIncrement(file)
    const field = dict({ FT: '/Sig', T: 'Signature' })
    opened.pdf.context.register(field)
    const entries = { at: new Date(), name: 'Ada', references: [] }
    const signed = await saveSigned(opened, field, entries, { ...identity, stamp, tokenBytes })
    expect(stamp).toHaveBeenCalledTimes(attempts)
    const contents = /\/Contents <([0-9a-f]+)>/i.exec(Buffer.from(signed).toString('latin1'))![1]!
    const cms = Buffer.from(contents, 'hex')
    expect(4 + cms.readUInt16BE(2)).toBeLessThanOrEqual(cms.length)
    expect(Buffer.compare(signed.subarray(0, file.length), file)).toBe(0)
  })
})
