import { describe, expect, test } from 'vitest'
import {
  buildPdf,
  firstPage,
  pdfObjects,
  signedPdf,
  startXref,
  stream,
  writeRevision,
} from '../fixtures/build.ts'
import { objectsAreStrict } from './strict-objects.ts'

const withObject = (body: string, extraObjects: Record<number, string> = {}) =>
  buildPdf({ objects: { 20: body, ...extraObjects } })

function edited(edit: (file: string) => string): Uint8Array {
  const file = Buffer.from(buildPdf()).toString('latin1')
  const changedText = edit(file)
  if (changedText === file) throw new Error('The edit changed nothing.')
  return Buffer.from(changedText, 'latin1')
}

describe('objects that need no guessing', () => {
  test.each<[string, Uint8Array]>([
    ['in a plain file', buildPdf()],
    ['named by a cross-reference stream', buildPdf({ format: 'stream' })],
    ['in object streams', buildPdf({ format: 'object-streams' })],
    ['in an increment', writeRevision(buildPdf(), new Map([[firstPage + 1, stream('BT ET')]]))],
    ['of a signed file', signedPdf()],
    ['with escaped names', withObject('<< /Caf#c3#a9 [/B#20C << /D /E >>] >>')],
    ['with strings of any bytes', withObject('(\xff\x00) ')],
    [
      'a stream with an indirect length',
      withObject('<< /Length 21 0 R >>\nstream\nabc\nendstream', { 21: '3' }),
    ],
    ['a stream with white space behind its data', withObject('<< /Length 3 >>\nstream\r\nabc\r\n endstream')],
    [
      'a stream whose length is in an object stream',
      buildPdf({
        format: 'object-streams',
        objects: { 20: '<< /Length 21 0 R >>\nstream\nabc\nendstream', 21: '3' },
      }),
    ],
    ['an empty stream', withObject('<< /Length 0 >>stream\nendstream')],
  ])('%s', (_, bytes) => {
    expect(objectsAreStrict(bytes)).toBe(true)
  })
})

/** The only section names itself as the one before. */
function circle(): Uint8Array {
  return buildPdf({ trailer: `/Prev ${startXref(buildPdf())}` })
}

describe('objects that readers guess at', () => {
  test.each<[string, Uint8Array]>([
    ['an object without a value', withObject('')],
    ['a name with other than ASCII', withObject('<< /Font [/Caf\xe9] >>')],
    ['a key with other than ASCII', withObject('<< /A << /Caf\xe9 1 >> >>')],
    ['a dictionary with a value too many', withObject('<< /A 1 2 >>')],
    ['an array without an end', withObject('[1 2')],
    ['a stream without a length', withObject('<< >>\nstream\nabc\nendstream')],
    ['a stream that is too short', withObject('<< /Length 9 >>\nstream\nabc\nendstream')],
    ['a stream that is too long', withObject('<< /Length 0 >>\nstream\nabc\nendstream')],
    ['a stream whose length is no number', withObject('<< /Length /A >>\nstream\nabc\nendstream')],
    ['a stream whose length is missing', withObject('<< /Length 22 0 R >>\nstream\nabc\nendstream')],
    ['an object of another number', edited((file) => file.replace('\n3 0 obj', '\n9 0 obj'))],
    ['an object of another generation', edited((file) => file.replace('\n3 0 obj', '\n3 1 obj'))],
    ['an object in use that is nowhere', edited((file) => file.replace(/3 1\n\d{10}/, '3 1\n0000000000'))],
    ['a table that counts from one', edited((file) => file.replace('xref\n0 1\n', 'xref\n1 1\n'))],
    ['a table that is damaged', edited((file) => file.replace(/(3 1\n\d{10}) 00000 n/, '$1 00000 x'))],
    ['a name with half an escape', withObject('<< /A#4 1 >>')],
    ['a trailer without /Size', edited((file) => file.replace('/Size', '/Siqe'))],
    ['a trailer with a name that is not plain', buildPdf({ trailer: '/Som#ething 1' })],
    ['information within the trailer', buildPdf({ trailer: '/Info << >>' })],
    ['a trailer that names a missing object', buildPdf({ trailer: '/Extra [/A << /B 99 0 R >>]' })],
    ['sections in a circle', circle()],
    ['no cross-reference section', Buffer.from('%PDF-1.7')],
  ])('%s', (_, bytes) => {
    expect(objectsAreStrict(bytes)).toBe(false)
  })

  test('a cross-reference stream that is cut', () => {
    const file = Buffer.from(writeRevision(null, pdfObjects(), { format: 'stream' })).toString('latin1')
    const cut = file.replace(/(\/Type \/XRef[\s\S]*stream\n[\s\S]{9})([\s\S]{4})/, '$1\0\0\0\0')
    expect(objectsAreStrict(Buffer.from(cut, 'latin1'))).toBe(false)
  })
})
