import { PDF } from '@libpdf/core'
import { describe, expect, test } from 'vitest'
import { buildPdf, catalogNumber, signedPdf, stream, writeRevision } from '#lib/pdf/fixtures/build'
import { mapFields } from './form-tree.ts'
import {
  findOrphanSignatures,
  isCertification,
  isTimestamp,
  listFieldOwners,
  listSignedFields,
  orphanSignature,
  readPermissions,
} from './signature-fields.ts'
import { toRevision } from './timeline.ts'

async function opened(options: Parameters<typeof signedPdf>[0] = {}) {
  const bytes = signedPdf(options)
  const pdf = await PDF.load(bytes)
  return { file: Buffer.from(bytes), pdf, fields: listSignedFields(toRevision(pdf)) }
}

describe('signature fields with a value (12.7.5.5)', () => {
  test('have their name, their byte range and its end', async () => {
    const { file, fields } = await opened()
    expect(fields).toHaveLength(1)
    const [{ name, byteRange, end }] = fields as [(typeof fields)[number]]
    expect(name).toBe('Approval')
    expect(byteRange).toHaveLength(4)
    expect(end).toBe(file.length)
  })

  test.each<[string, Parameters<typeof buildPdf>[0], number[][]]>([
    ['no form', {}, []],
    [
      'an empty field',
      { catalog: '/AcroForm << /Fields [20 0 R] >>', objects: { 20: '<< /FT /Sig /T (a) >>' } },
      [],
    ],
    [
      'a missing value',
      { catalog: '/AcroForm << /Fields [20 0 R] >>', objects: { 20: '<< /FT /Sig /T (a) /V 700 0 R >>' } },
      [],
    ],
    [
      'a text field',
      {
        catalog: '/AcroForm << /Fields [20 0 R] >>',
        objects: { 20: '<< /FT /Tx /T (a) /V << /ByteRange [0 1 2 3] >> >>' },
      },
      [],
    ],
    [
      'no byte range',
      { catalog: '/AcroForm << /Fields [20 0 R] >>', objects: { 20: '<< /FT /Sig /T (a) /V << >> >>' } },
      [[]],
    ],
    [
      'names for numbers',
      {
        catalog: '/AcroForm << /Fields [20 0 R] >>',
        objects: { 20: '<< /FT /Sig /T (a) /V << /ByteRange [0 /A 2 3] >> >>' },
      },
      [[0, Number.NaN, 2, 3]],
    ],
    [
      'a type from above',
      {
        catalog: '/AcroForm << /Fields [20 0 R] >>',
        objects: {
          20: '<< /FT /Sig /T (a) /Kids [21 0 R] >>',
          21: '<< /T (b) /V << /ByteRange [0 1 2 3] >> >>',
        },
      },
      [[0, 1, 2, 3]],
    ],
  ])('%s', async (_, options, ranges) => {
    const fields = listSignedFields(toRevision(await PDF.load(buildPdf(options))))
    expect(fields.map(({ byteRange }) => byteRange)).toEqual(ranges)
  })
})

describe('locks of a signature (FieldMDP, 12.8.2.4)', () => {
  const reference = (params: string) =>
    `/Reference [<< /Type /SigRef /TransformMethod /FieldMDP /TransformParams ${params} >>]`
  const lockedNames = async (signature: string, objects: Record<number, string> = {}) => {
    const { pdf, fields } = await opened({ signature, objects })
    const { isLocked } = readPermissions(toRevision(pdf), fields[0]!)
    return ['a', 'a.b', 'a.b.c', 'ab', 'other', ''].filter(isLocked)
  }

  test.each<[string, string[]]>([
    ['<< /Action /All >>', ['a', 'a.b', 'a.b.c', 'ab', 'other', '']],
    ['<< /Action /Include /Fields [(a)] >>', ['a', 'a.b', 'a.b.c']],
    ['<< /Action /Include /Fields [(a.b)] >>', ['a.b', 'a.b.c']],
    ['<< /Action /Include /Fields [(a.b) (other)] >>', ['a.b', 'a.b.c', 'other']],
    ['<< /Action /Include /Fields [<feff00610062>] >>', ['ab']],
    ['<< /Action /Include /Fields [] >>', []],
    ['<< /Action /Include >>', []],
    ['<< /Action /Exclude /Fields [(a)] >>', ['ab', 'other', '']],
    ['<< /Action /Exclude /Fields [] >>', ['a', 'a.b', 'a.b.c', 'ab', 'other', '']],
    ['<< /Action /Exclude >>', ['a', 'a.b', 'a.b.c', 'ab', 'other', '']],
    ['<< >>', []],
    ['5', []],
  ])('%s', async (params, names) => {
    expect(await lockedNames(reference(params))).toEqual(names)
  })

  test.each<[string, string, string[]]>([
    ['the parameters', reference('60 0 R'), ['a', 'a.b', 'a.b.c']],
    ['the action', reference('<< /Action 61 0 R /Fields [(a)] >>'), ['a', 'a.b', 'a.b.c']],
    ['the list', reference('<< /Action /Include /Fields 62 0 R >>'), ['a', 'a.b', 'a.b.c']],
    ['a name in the list', reference('<< /Action /Include /Fields [63 0 R] >>'), ['a', 'a.b', 'a.b.c']],
    ['the references', '/Reference 64 0 R', ['a', 'a.b', 'a.b.c']],
    ['a reference', '/Reference [65 0 R]', ['a', 'a.b', 'a.b.c']],
    [
      'the method',
      '/Reference [<< /TransformMethod 66 0 R /TransformParams 60 0 R >>]',
      ['a', 'a.b', 'a.b.c'],
    ],
  ])('also where %s is an indirect object', async (_, signature, names) => {
    const objects = {
      60: '<< /Action /Include /Fields [(a)] >>',
      61: '/Include',
      62: '[(a)]',
      63: '(a)',
      64: '[65 0 R]',
      65: '<< /TransformMethod /FieldMDP /TransformParams 60 0 R >>',
      66: '/FieldMDP',
    }
    expect(await lockedNames(signature, objects)).toEqual(names)
  })

  test('several locks add up', async () => {
    const two = ['(a.b)', '(other)'].map(
      (name) => `<< /TransformMethod /FieldMDP /TransformParams << /Action /Include /Fields [${name}] >> >>`,
    )
    expect(await lockedNames(`/Reference [${two.join(' ')}]`)).toEqual(['a.b', 'a.b.c', 'other'])
  })
})

describe('permissions of a certification (DocMDP, 12.8.2.2)', () => {
  test.each<[string, string, 1 | 2 | 3 | null]>([
    ['no certification', '', null],
    ['P 1', '<< /P 1 >>', 1],
    ['P 2', '<< /P 2 >>', 2],
    ['P 3', '<< /P 3 >>', 3],
    ['no P', '<< >>', 2],
    ['an unknown P', '<< /P 7 >>', 2],
    ['a P that is no number', '<< /P /One >>', 2],
    ['a P behind a reference', '<< /P 60 0 R >>', 1],
  ])('%s', async (_, params, certification) => {
    const signature = params && `/Reference [<< /TransformMethod /DocMDP /TransformParams ${params} >>]`
    const { pdf, fields } = await opened({
      signature,
      catalog: params && '/Perms << /DocMDP 51 0 R >>',
      objects: { 60: '1' },
    })
    expect(readPermissions(toRevision(pdf), fields[0]!).certification).toBe(certification)
    expect(isCertification(fields[0]!.value, toRevision(pdf))).toBe(params !== '')
  })
})

describe('permissions of the lock of a signature field (table 236)', () => {
  test.each<[string, string, 1 | 2 | 3 | null]>([
    ['no certification', '<< /Action /Include /Fields [(a)] /P 1 >>', 1],
    ['no certification', '<< /Action /All /P 2 >>', 2],
    ['no certification', '<< /P 3 >>', null],
    ['no certification', '<< /P 7 >>', null],
    ['no certification', '<< /P /One >>', null],
    ['no certification', '<< /Action /All >>', null],
    ['no certification', '60 0 R', 2],
    ['P 3', '<< /P 1 >>', 1],
    ['P 3', '<< /P 2 >>', 2],
    ['P 3', '<< >>', 3],
    ['P 2', '<< /P 3 >>', 2],
    ['P 1', '<< /P 2 >>', 1],
  ])('%s and the lock %s', async (certified, lock, certification) => {
    const isCertified = certified.startsWith('P')
    const params = `<< /${certified} >>`
    const { pdf, fields } = await opened({
      field: `/Lock ${lock}`,
      ...(isCertified && {
        signature: `/Reference [<< /TransformMethod /DocMDP /TransformParams ${params} >>]`,
        catalog: '/Perms << /DocMDP 51 0 R >>',
      }),
      objects: { 60: '<< /P 61 0 R >>', 61: '2' },
    })
    expect(readPermissions(toRevision(pdf), fields[0]!).certification).toBe(certification)
  })
})

describe('owners of a field (table 236)', () => {
  const field = (name: string, lock: string) => `<< /FT /Sig /T (${name}) /Lock ${lock} >>`

  test('are the signature fields whose lock lists it or an ancestor', async () => {
    const pdf = await PDF.load(
      buildPdf({
        catalog: '/AcroForm << /Fields [20 0 R 21 0 R 22 0 R 23 0 R] >>',
        objects: {
          20: field('first', '<< /Action /Include /Fields [(text) (group)] >>'),
          21: field('second', '30 0 R'),
          22: field('third', '<< /Action /All >>'),
          23: field('fourth', '<< /Action /Exclude /Fields [(text)] >>'),
          30: '<< /Action 31 0 R /Fields 32 0 R >>',
          31: '/Include',
          32: '[33 0 R]',
          33: '(text)',
        },
      }),
    )
    const revision = toRevision(pdf)
    const owners = listFieldOwners(revision, mapFields(revision))
    expect(owners('text').sort()).toEqual(['first', 'second'])
    expect(owners('group.button')).toEqual(['first'])
    expect(owners('grouping')).toEqual([])
    expect(owners('')).toEqual([])
  })
})

describe('signatures outside of fields', () => {
  test('are none where each signature has its field', async () => {
    const { file, pdf, fields } = await opened()
    expect(findOrphanSignatures(file, toRevision(pdf), fields)).toEqual([])
  })

  test('are reported', async () => {
    const { file, pdf, fields } = await opened({ fields: '' })
    expect(fields).toEqual([])
    expect(findOrphanSignatures(file, toRevision(pdf), fields)).toHaveLength(1)
  })

  test.each(['DocMDP', 'UR3', 'UR', 'X0'])(
    'are reported also where /Perms names them as /%s',
    async (key) => {
      const { file, pdf, fields } = await opened({ fields: '', catalog: `/Perms << /${key} 51 0 R >>` })
      expect(findOrphanSignatures(file, toRevision(pdf), fields)).toEqual([orphanSignature])
    },
  )

  test('are reported also where a later revision calls them usage rights', async () => {
    const { file } = await opened()
    const range = /\/ByteRange \[[^\]]+\]/.exec(file.toString('latin1'))![0]
    const rights = `<< /Type /Sig ${range} /Reference [<< /TransformMethod /UR3 >>] >>`
    const catalog = '<< /Type /Catalog /Pages 2 0 R /Perms << /UR3 51 0 R /UR 90 0 R >> >>'
    const later = new Map([
      [catalogNumber, catalog],
      [51, rights],
      [90, rights],
    ])
    const bytes = writeRevision(file, later)
    const revision = toRevision(await PDF.load(bytes))
    expect(findOrphanSignatures(Buffer.from(bytes), revision, listSignedFields(revision))).toEqual([
      orphanSignature,
    ])
  })

  test('are not those of an attached PDF', async () => {
    const attached = stream(Buffer.from(signedPdf()).toString('latin1'), '/Type /EmbeddedFile')
    const { file, pdf, fields } = await opened({ objects: { 60: attached } })
    expect(file.toString('latin1').match(/\/ByteRange \[0 \d/g)).toHaveLength(2)
    expect(findOrphanSignatures(file, toRevision(pdf), fields)).toEqual([])
  })

  test('are not what a page writes about them', async () => {
    const text = 'Write /ByteRange [0 840 960 240] into the dictionary'
    const { file, pdf, fields } = await opened({ pages: [{ mediaBox: [0, 0, 595, 842], text }] })
    expect(findOrphanSignatures(file, toRevision(pdf), fields)).toEqual([])
  })

  test.each(['', '/Type /EmbeddedFile'])(
    'are reported also in the data of a stream with %j, where they leave out a hexadecimal string',
    async (type) => {
      const range = '/ByteRange [0 00000 00000 1]'
      const { file, pdf, fields } = await opened({ objects: { 60: stream(range, type) } })
      expect(findOrphanSignatures(file, toRevision(pdf), fields)).toEqual([])
      const start = file.indexOf('<', file.indexOf('/Contents <'))
      const [first, end] = [start, file.indexOf('>', start) + 1].map((offset) =>
        String(offset).padStart(5, '0'),
      )
      file.write(`/ByteRange [0 ${first} ${end} 1]`, file.indexOf(range))
      expect(findOrphanSignatures(file, toRevision(pdf), fields)).toEqual([orphanSignature])
    },
  )

  test('are not usage rights signatures', async () => {
    const signature = '/Reference [<< /TransformMethod /UR3 >>]'
    const { file, pdf, fields } = await opened({ fields: '', signature })
    expect(findOrphanSignatures(file, toRevision(pdf), fields)).toEqual([])
  })

  test.each([
    '/Reason (/TransformMethod /UR3)',
    '/Reference [<< /Note (/TransformMethod /UR3) >>]',
    '/Note << /TransformMethod /UR3 >>',
  ])('are reported where they only speak of usage rights: %s', async (signature) => {
    const { file, pdf, fields } = await opened({ fields: '', signature })
    expect(findOrphanSignatures(file, toRevision(pdf), fields)).toEqual([orphanSignature])
  })

  test.each([
    '/ByteRange [0 /******** /******** /********]',
    '/ByteRange 5 0 R',
    '/ByteRange',
    '/ByteRangers [1 2]',
  ])('are not %s', async (text) => {
    const { file, pdf, fields } = await opened()
    expect(findOrphanSignatures(Buffer.concat([file, Buffer.from(text)]), toRevision(pdf), fields)).toEqual(
      [],
    )
  })
})

test.each([
  ['/Type /DocTimeStamp /SubFilter /ETSI.RFC3161', true],
  ['/Type /DocTimeStamp /SubFilter /PBAD.DocTimeStamp', true],
  ['/Type /DocTimeStamp /SubFilter /ETSI.CAdES.detached', false],
  ['/Type /DocTimeStamp', false],
  ['/SubFilter /ETSI.RFC3161', true],
  ['/Type /Sig', false],
  ['', false],
])('a value of %j is a time stamp: %s', async (type, expected) => {
  const objects = { 20: `<< /FT /Sig /T (a) /V << ${type} >> >>` }
  const pdf = await PDF.load(buildPdf({ catalog: '/AcroForm << /Fields [20 0 R] >>', objects }))
  const [ref] = pdf.context.catalog.getDict().getDict('AcroForm')!.getArray('Fields')!.toArray()
  expect(isTimestamp(toRevision(pdf), pdf.context.resolve(ref as never)!)).toBe(expected)
})
