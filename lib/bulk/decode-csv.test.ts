import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeCsv } from './decode-csv.ts'

const utf8 = (text: string) => new Uint8Array(Buffer.from(text))
const utf16le = (text: string) => new Uint8Array(Buffer.from(text, 'utf16le'))
const utf16be = (text: string) => new Uint8Array(Buffer.from(text, 'utf16le').swap16())
const latin1 = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'))

describe('decodeCsv', () => {
  it.each<[string, Uint8Array, string]>([
    ['UTF-8', utf8('name;Bücher €'), 'name;Bücher €'],
    ['UTF-8 with a BOM', utf8('\ufeffBücher'), 'Bücher'],
    ['UTF-16 LE with a BOM', utf16le('\ufeffname\tBücher €'), 'name\tBücher €'],
    ['UTF-16 BE with a BOM', utf16be('\ufeffname\tBücher €'), 'name\tBücher €'],
    ['UTF-16 LE without a BOM', utf16le('name\tBücher €'), 'name\tBücher €'],
    ['UTF-16 BE without a BOM', utf16be('name\tBücher €'), 'name\tBücher €'],
    ['UTF-16 LE in Chinese', utf16le('姓名\t电邮\n安娜\t'), '姓名\t电邮\n安娜\t'],
    ['Windows-1252', latin1('Stra\xdfe;M\xfcller;\x80 5 \x96 \x84x\x93'), 'Straße;Müller;€ 5 – „x“'],
    ['ASCII', utf8('name,email'), 'name,email'],
    ['a copied telephone number', utf8('name;\u202a+49 30 1\u202c\n'), 'name;+49 30 1\n'],
    ['nothing', utf8(''), ''],
  ])('reads %s', (_, bytes, text) => {
    expect(decodeCsv(bytes)).toBe(text)
  })

  it('marks bytes that are damaged in UTF-8, rather than taking the file for Windows-1252', () => {
    expect(decodeCsv(new Uint8Array([...utf8('Bücher;'), 0xfc, ...utf8(';x')]))).toBe('Bücher;\ufffd;x')
  })

  it('reads back what spreadsheets write', () => {
    const text = fc.stringMatching(/^[a-zäöüß€;,\t\n]*$/).map((cells) => `name;${cells}`)
    fc.assert(
      fc.property(text, fc.constantFrom(utf8, utf16le, utf16be), (written, encode) => {
        expect(decodeCsv(encode(written))).toBe(written)
        expect(decodeCsv(encode(`\ufeff${written}`))).toBe(written)
      }),
    )
  })
})
