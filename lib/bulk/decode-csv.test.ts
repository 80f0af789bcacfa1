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
    expect(decodeCsv(bytes, 'en')).toBe(text)
  })

  it.each([
    ['pl', 'Wałęsa;Żółć', '5761b3ea73613baff3b3e6'],
    [
      'pl',
      'JAN JÓŹWIAK;ŁUKASZ ŻÓŁTOWSKI;WANDA KĘPA',
      '4a414e204ad38f5749414b3ba3554b41535a20afd3a3544f57534b493b57414e4441204bca5041',
    ],
    ['cs', 'Dvořáková;Šárka', '44766ff8e16b6f76e13b8ae1726b61'],
    ['cs', 'KŘÍŽEK;DVOŘÁK', '4bd8cd8e454b3b44564fd8c14b'],
    ['uk', 'Олена Шевченко;Кіра', 'ceebe5ede020d8e5e2f7e5edeaee3bcab3f0e0'],
    ['el', 'Γιώργος;ΜΑΡΊΑ', 'c3e9fef1e3eff23bccc1d1bac1'],
    ['tr', 'Şule Yıldırım', 'de756c652059fd6c64fd72fd6d'],
    ['he', 'שרה לוי', 'f9f8e420ece5e9'],
    ['ar', 'محمد أحمد', 'e3cde3cf20c3cde3cf'],
    ['ja', '山田太郎;鈴木一郎', '8e52936391be98593b97e996d888ea9859'],
    ['zh', '李娜;王伟;张敏', 'c0eec4c83bcdf5ceb03bd5c5c3f4'],
  ])('reads the code page of %s', (locale, text, hex) => {
    expect(decodeCsv(new Uint8Array(Buffer.from(hex, 'hex')), locale)).toBe(text)
  })

  it('marks bytes that are damaged in UTF-8, rather than taking the file for Windows-1252', () => {
    expect(decodeCsv(new Uint8Array([...utf8('Bücher;'), 0xfc, ...utf8(';x')]), 'en')).toBe('Bücher;\ufffd;x')
  })

  it('marks bytes that are no character of the code page, and damaged UTF-8 in any language', () => {
    expect(decodeCsv(new Uint8Array([0xc1, 0xd2, 0x3b]), 'el')).toBe('Α\ufffd;')
    expect(decodeCsv(new Uint8Array([...utf8('Кіра;'), 0xfc]), 'uk')).toBe('Кіра;\ufffd')
    expect(decodeCsv(new Uint8Array([...utf8('ŻÓŁĆ;'), 0xfc]), 'pl')).toBe('ŻÓŁĆ;\ufffd')
  })

  it('reads back what spreadsheets write', () => {
    const text = fc.stringMatching(/^[a-zäöüß€;,\t\n]*$/).map((cells) => `name;${cells}`)
    fc.assert(
      fc.property(text, fc.constantFrom(utf8, utf16le, utf16be), (written, encode) => {
        expect(decodeCsv(encode(written), 'en')).toBe(written)
        expect(decodeCsv(encode(`\ufeff${written}`), 'en')).toBe(written)
      }),
    )
  })
})
