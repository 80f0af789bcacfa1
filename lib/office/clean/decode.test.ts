import { expect, it } from 'vitest'
import { decodeHtml, isHtml } from './decode.ts'

it.each([
  ['<!DOCTYPE html><p>a', true],
  ['\ufeff \n<HTML lang="en">', true],
  ['<?xml version="1.0"?>\n<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN">', true],
  ['<!-- a --><!-- b -->\n<body>', true],
  ['<h2>Contract</h2>', true],
  ['<table><tr>', true],
  [`${'<!-- a -->'.repeat(10)}<p>`, true],
  [`${'<!-- a -->'.repeat(11)}<p>`, false],
  [`${' '.repeat(15_000)}<p>`, true],
  [`${' '.repeat(17_000)}<p>`, false],
  ['<?xml version="1.0"?><svg>', false],
  ['<svg xmlns="http://www.w3.org/2000/svg">', false],
  ['<pages>', false],
  ['<p', false],
  ['<!-- without an end', false],
  ['<?xml without an end', false],
  ['From: a <html> text', false],
  ['%PDF-1.7', false],
  ['PK\x03\x04', false],
  ['', false],
])('isHtml(%j) is %s', (text, expected) => {
  expect(isHtml(new TextEncoder().encode(text))).toBe(expected)
})

it('recognizes HTML in UTF-16 with a byte order mark', () => {
  expect(isHtml(Buffer.from('\ufeff<html>', 'utf16le'))).toBe(true)
  expect(isHtml(Buffer.from('\ufeff<html>', 'utf16le').swap16())).toBe(true)
  expect(isHtml(Buffer.from('<html>', 'utf16le'))).toBe(false)
})

const latin = (text: string) => Buffer.from(text, 'latin1')

it.each<[string, Buffer, string]>([
  ['UTF-8 without a declaration', Buffer.from('größe 漢'), 'größe 漢'],
  ['UTF-8 with a byte order mark', Buffer.from('\ufeffgröße'), 'größe'],
  ['UTF-16LE with a byte order mark', Buffer.from('\ufeffgröße', 'utf16le'), 'größe'],
  ['UTF-16BE with a byte order mark', Buffer.from('\ufeffgröße', 'utf16le').swap16(), 'größe'],
  ['Windows 1252 without a declaration', latin('gr\xf6\xdfe \x80'), 'größe €'],
  ['a declared encoding', latin('<meta charset=iso-8859-2>\xb1'), '<meta charset=iso-8859-2>ą'],
  [
    'a declared encoding in quotation marks',
    latin('<meta charset=" koi8-r ">\xc1'),
    '<meta charset=" koi8-r ">а',
  ],
  [
    'a declared encoding of Japanese',
    latin('<meta charset="shift_jis">\x8a\xbf'),
    '<meta charset="shift_jis">漢',
  ],
  [
    'a declared encoding of Korean',
    latin('<meta charset="ks_c_5601-1987">\x9a\x9c\x8c\x63'),
    '<meta charset="ks_c_5601-1987">슌똠',
  ],
  ['a declared encoding of Taiwan', latin('<meta charset=big5>\xc6\xe8\xc6\xa1'), '<meta charset=big5>あ①'],
  [
    'a declared ISO 8859-1, which is Windows 1252',
    latin('<meta charset=latin1>\x80'),
    '<meta charset=latin1>€',
  ],
  [
    'the declaration of a header',
    latin('<meta content="text/html; charset=greek">\xe1'),
    '<meta content="text/html; charset=greek">α',
  ],
  ['an unknown declared encoding', latin('<meta charset="none">\xfc'), '<meta charset="none">ü'],
  ['UTF-16 that is declared in ASCII', Buffer.from('<meta charset="utf-16">ü'), '<meta charset="utf-16">ü'],
  ['UTF-7, which browsers do not read', latin('<meta charset="utf-7">+ADw-'), '<meta charset="utf-7">+ADw-'],
  [
    'a byte order mark over a declaration',
    Buffer.from('\ufeff<meta charset="koi8-r">ü'),
    '<meta charset="koi8-r">ü',
  ],
  ['damaged UTF-8 that is declared', latin('<meta charset="utf-8">\xff'), '<meta charset="utf-8">\ufffd'],
  [
    'a declaration that comes too late',
    latin(`${' '.repeat(1024)}<meta charset="koi8-r">\xc1`),
    `${' '.repeat(1024)}<meta charset="koi8-r">Á`,
  ],
])('reads the text of %s', (_, bytes, expected) => {
  expect(decodeHtml(bytes)).toBe(expected)
})
