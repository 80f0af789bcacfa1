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
    ['Windows-1252 with É»', latin1('CAF\xc9\xbb M\xfcller;M\xfcller'), 'CAFÉ» Müller;Müller'],
    ['Windows-1252 with ß“', latin1('\x84Gru\xdf\x93;M\xfcller'), '„Gruß“;Müller'],
    ['ASCII', utf8('name,email'), 'name,email'],
    ['UTF-8 in which letters were lost before', utf8('J\ufffdrgen;K\ufffdln'), 'J\ufffdrgen;K\ufffdln'],
    ['the same with a BOM', utf8('\ufeffJ\ufffdrgen;K\ufffdln'), 'J\ufffdrgen;K\ufffdln'],
    ['damaged UTF-8 with a BOM', new Uint8Array([...utf8('\ufeffname;'), 0xfc, 0xdf]), 'name;\ufffd\ufffd'],
    [
      'damaged UTF-8 in which letters were lost before',
      new Uint8Array([...utf8('K\ufffdln;'), 0xfc]),
      'K\ufffdln;\ufffd',
    ],
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
    ['pl-PL', 'Łukasz Żak', 'a3756b61737a20af616b'],
    ['ja-JP', '山田太郎', '8e52936391be9859'],
    ['zh-CN', '李娜;王伟', 'c0eec4c83bcdf5ceb0'],
    ['zh-TW', '陳怡君;林志豪', 'b3afa9c9a7673baa4ca7d3bba8'],
    ['zh-HK', '陳怡君', 'b3afa9c9a767'],
    ['zh-Hant', '陳怡君', 'b3afa9c9a767'],
    ['ru', 'Алёна Щукина', 'c0ebb8ede020d9f3eae8ede0'],
    ['bg-BG', 'Георги', 'c3e5eef0e3e8'],
    ['sr', 'Ђорђе', '80eef090e5'],
    ['sr-Latn-RS', 'Đorđe Šešelj', 'd06f72f065208a659a656c6a'],
    ['hu', 'Erdős Ödön', '457264f57320d664f66e'],
    ['ro', 'Ştefan Ţurcanu', 'aa746566616e20de757263616e75'],
    ['sk', 'Ľubomír', 'bc75626f6ded72'],
    ['hr', 'Željko Đurić', '8e656c6a6b6f20d0757269e6'],
    ['et', 'Õnne Šmidt', 'd56e6e6520d06d696474'],
    ['lt', 'Žydrūnas', 'de796472fb6e6173'],
    ['lv', 'Jānis Bērziņš', '4ae26e69732042e7727a69f2f0'],
    ['ko', '김민준;이서연', 'b1e8b9cec1d83bc0ccbcadbfac'],
    ['ko', '박슌희;똠양꿍', 'b9da9a9cc8f13b8c63bee7b2e1'],
    ['zh-TW', '臺北市あいⅠ①', 'bb4fa55fa5abc6e8c6eaa2b9c6a1'],
    ['th-TH', 'สมชาย', 'cac1aad2c2'],
    ['vi', 'Nguyễn Văn Đức', '4e677579eade6e2056e36e20d0fdec63'],
    ['pt-BR', 'João', '4a6fe36f'],
    ['xx-1', 'João', '4a6fe36f'],
  ])('reads the code page of %s', (locale, text, hex) => {
    expect(decodeCsv(new Uint8Array(Buffer.from(hex, 'hex')), locale)).toBe(text)
  })

  it.each([
    ['de', 'Käthe Größe;Köln', '4b8a7468652047729aa7653b4b9a6c6e'],
    ['fr', 'Élodie;François Lefèvre', '836c6f6469653b4672616e8d6f6973204c65668f767265'],
    ['it', 'Niccolò;Città', '4e6963636f6c983b4369747488'],
    ['de', 'Köln\rTromsø\r', '4b9a6c6e0d54726f6d73bf0d'],
  ])('reads the Mac OS Roman of %s', (locale, text, hex) => {
    expect(decodeCsv(new Uint8Array(Buffer.from(hex, 'hex')), locale)).toBe(text)
  })

  it.each([
    ['de', 'Jürgen', '4a8172 67656e'],
    ['de', 'Jürgen Müller;Köln;Straße', '4a817267656e204d816c6c65723b4b946c6e3b53747261e165'],
    ['es', 'Núñez;Peña', '4ea3a4657a3b5065a461'],
  ])('reads what Excel in %s writes as CSV (MS-DOS): %s', (locale, text, hex) => {
    expect(decodeCsv(new Uint8Array(Buffer.from(hex.replaceAll(' ', ''), 'hex')), locale)).toBe(text)
  })

  it.each([
    ['Dušan Žižka;ŠKODA', '4475 9a61 6e20 8e69 9e6b 613b 8a4b 4f44 41'],
    ['l’œuvre – 5 €;Acme™', '6c92 9c75 7672 6520 9620 3520 803b 4163 6d65 99'],
    ['Guðmundur Þór;Firma®;5 m²', '4775 f06d 756e 6475 7220 de f3 723b 4669 726d 61ae 3b35 206d b2'],
  ])('takes %s for Windows-1252', (text, hex) => {
    expect(decodeCsv(new Uint8Array(Buffer.from(hex.replaceAll(' ', ''), 'hex')), 'en')).toBe(text)
  })

  it('marks bytes that are damaged in UTF-8, rather than taking the file for Windows-1252', () => {
    expect(decodeCsv(new Uint8Array([...utf8('Bücher;'), 0xfc, ...utf8(';x')]), 'en')).toBe('Bücher;\ufffd;x')
  })

  it('marks bytes that are no character of the code page, and damaged UTF-8 in any language', () => {
    expect(decodeCsv(new Uint8Array([0xc1, 0xd2, 0x3b]), 'el')).toBe('Α\ufffd;')
    expect(decodeCsv(new Uint8Array([...utf8('K'), 0x81, ...utf8('ln')]), 'pl')).toBe('K\ufffdln')
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
