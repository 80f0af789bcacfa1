import { PdfArray, PdfNumber } from '@libpdf/core'
import { expect, test } from 'vitest'
import { dict, textArray } from '#lib/pdf/file/objects'
import { readFieldOwners, writeFieldOwners } from './field-owners.ts'

test('owners are read as they were written, without fields that have no name', () => {
  const field = dict({ FT: '/Sig' })
  writeFieldOwners(field, [
    { signature: 'Unterschrift (Käufer)', fields: ['form.größe', '', '/a'] },
    { signature: 'alone', fields: [] },
    { signature: 'nothing', fields: [''] },
    { signature: '', fields: ['b'] },
  ])
  expect(readFieldOwners(field)).toEqual([
    { signature: 'Unterschrift (Käufer)', fields: ['form.größe', '/a'] },
  ])
})

test.each([
  ['no entry', {}],
  ['a number', { XXParaphOwners: 5 }],
  ['numbers in a list', { XXParaphOwners: PdfArray.of(PdfNumber.of(5)) }],
  ['no signature field', { XXParaphOwners: PdfArray.of(dict({ Fields: textArray(['a']) })) }],
  ['a name', { XXParaphOwners: PdfArray.of(dict({ T: '/signature' })) }],
])('another entry lists none: %s', (_, entries) => {
  expect(readFieldOwners(dict(entries))).toEqual([])
})
