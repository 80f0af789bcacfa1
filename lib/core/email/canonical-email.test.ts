import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { canonicalEmail } from './canonical-email.ts'
import { emailAddress } from './email-address.ts'

describe('canonicalEmail', () => {
  it.each([
    ['ada@example.com', 'ada@example.com'],
    ['Ada.Lovelace+x@Example.COM', 'Ada.Lovelace+x@Example.COM'],
    ["o'brien@example.com", "o'brien@example.com"],
    ['r&d@example.com', 'r&d@example.com'],
    ['sales/uk@example.com', 'sales/uk@example.com'],
    ['a=b!c#d$e%f*g?h^i`j{k|l}m~@example.com', 'a=b!c#d$e%f*g?h^i`j{k|l}m~@example.com'],
    ['ada@example.xn--p1ai', 'ada@example.xn--p1ai'],
    ['ada@пример.рф', 'ada@xn--e1afmkfd.xn--p1ai'],
    ['ada@bücher.example', 'ada@xn--bcher-kva.example'],
    ['ada@BÜCHER.example', 'ada@xn--bcher-kva.example'],
    // U+0308 after the letter: the same address as with U+00FC.
    ['ada@bu\u0308cher.example', 'ada@xn--bcher-kva.example'],
    ['zoe\u0308@example.com', 'zoë@example.com'],
    ['ada@straße.example', 'ada@xn--strae-oqa.example'],
    ['用户@例え。テスト', '用户@xn--r8jz45g.xn--zckzah'],
    ['δοκιμή@παράδειγμα.δοκιμή', 'δοκιμή@xn--hxajbheg2az3al.xn--jxalpdlp'],
  ])('is, for %s, %s', (text, canonical) => {
    expect(canonicalEmail(text)).toBe(canonical)
  })

  it.each([
    '',
    '@',
    'ada',
    'ada@',
    '@example.com',
    'ada@localhost',
    'ada@192.0.2.7',
    'ada@[192.0.2.7]',
    'ada@0x7f.1',
    '.ada@example.com',
    'ada.@example.com',
    'a..da@example.com',
    'ada@example..com',
    'ada@-example.com',
    'ada@example-.com',
    'ada@example.c0m',
    'ada@example.com.',
    'ada@example.com/path',
    'ada@example.com:25',
    'ada@ex%61mple.com',
    'ada@exa_mple.com',
    'ada@xn--ü.example',
    'a da@example.com',
    'ada,eve@example.com',
    'ada;eve@example.com',
    '"ada"@example.com',
    'ada(x)@example.com',
    '<ada@example.com>',
    'ada@eve@example.com',
    'ada\r\nBcc: eve@example.com',
    'ada\u0000@example.com',
    'ada\u200b@example.com',
    'ada\u202e@example.com',
    'ada\u00a0@example.com',
    'ada@exam\u202eple.com',
    `${'a'.repeat(65)}@example.com`,
    `${'ü'.repeat(33)}@example.com`,
    `ada@${'a'.repeat(64)}.com`,
    `ada@${'a.'.repeat(130)}com`,
  ])('is null for %j', (text) => {
    expect(canonicalEmail(text)).toBeNull()
  })

  it('is stable, and never longer than an SMTP path or able to end a header', () => {
    const local = fc.oneof(fc.string({ unit: 'grapheme', maxLength: 20 }), fc.constant('ada'))
    const domain = fc.oneof(fc.domain(), fc.string({ unit: 'grapheme', maxLength: 20 }))
    fc.assert(
      fc.property(local, domain, (before, after) => {
        const canonical = canonicalEmail(`${before}@${after}.example`)
        if (canonical === null) return
        expect(canonicalEmail(canonical)).toBe(canonical)
        expect(canonical).not.toMatch(/[\s<>,;:"()[\]\\]/u)
        expect(canonical.slice(canonical.lastIndexOf('@'))).toMatch(/^@[\x21-\x7e]+$/)
      }),
    )
  })

  it('accepts every address that RFC 5322 allows without quotation marks', () => {
    fc.assert(fc.property(fc.emailAddress(), (address) => canonicalEmail(address) === address))
  })
})

describe('emailAddress', () => {
  it('stores the canonical form of a trimmed text, and names one error', () => {
    expect(emailAddress().parse('  ada@bücher.example ')).toBe('ada@xn--bcher-kva.example')
    for (const text of ['nobody', `${'a'.repeat(300)}@example.com`])
      expect(emailAddress().safeParse(text).error?.issues).toHaveLength(1)
  })
})
