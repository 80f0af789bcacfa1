import fc from 'fast-check'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { describe, expect, test } from 'vitest'
import { anyCharacter } from '#lib/testing/values/any-character'
import { loadPdf } from './file/load.ts'
import { objectsAreStrict } from './file/strict-objects.ts'
import { englishLabels } from './fixtures/labels.ts'
import { drawnLogo } from './fixtures/logo.ts'
import { getItems, paint } from './fixtures/render.ts'
import type { Fact, ReportInput, ReportPerson } from './report/input.ts'
import { renderReport } from './report.ts'
import { A4, margins } from './text/flow.ts'

const time = new Date('2026-03-04T05:06:07.890Z')

function input(overrides: Partial<ReportInput> = {}): ReportInput {
  return {
    ...{ kind: 'certificate', title: 'Contract', subtitle: 'Signed.', reference: 'Ref 7', issuer: 'Issuer' },
    ...{ test: false, madeAt: time, facts: [], documents: [], people: [], events: [] },
    ...{ chain: { head: 'ab'.repeat(32), length: 1 }, labels: englishLabels, language: 'en' },
    ...overrides,
  }
}

const person = (overrides: Partial<ReportPerson> = {}): ReportPerson => ({
  ...{ name: 'Ada', detail: 'ada@example.org', outcome: 'Signed', isPositive: true, facts: [] },
  ...overrides,
})

async function getLinks(bytes: Uint8Array): Promise<{ url: string; rect: number[] }[]> {
  const task = getDocument({ data: bytes.slice(), verbosity: 0 })
  const page = await (await task.promise).getPage(1)
  const links = await page.getAnnotations()
  await task.destroy()
  return links
}

const anyText = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc.string({ unit: anyCharacter, maxLength: 30 }),
  fc.constantFrom(
    '',
    ' ',
    'x'.repeat(400),
    'Donaudampfschifffahrt '.repeat(9),
    '漢'.repeat(90),
    'a\nb\r\nc',
    '(\\)',
    '😀',
  ),
)
const fact: fc.Arbitrary<Fact> = fc.record({ label: anyText, value: anyText })
const facts = fc.array(fact, { maxLength: 4 })
const anyInput = fc.record({
  kind: fc.constantFrom<'certificate' | 'trail'>('certificate', 'trail'),
  title: anyText,
  subtitle: anyText,
  reference: anyText,
  issuer: anyText,
  test: fc.boolean(),
  facts,
  documents: fc.array(fc.record({ name: anyText, facts }), { maxLength: 2 }),
  people: fc.array(
    fc.record({
      ...{ name: anyText, detail: anyText, outcome: anyText, isPositive: fc.boolean(), facts },
      at: fc.option(fc.constant(time), { nil: undefined }),
      appearance: fc.option(
        anyText.map((text) => ({ kind: 'text', text }) as const),
        { nil: undefined },
      ),
    }),
    { maxLength: 2 },
  ),
  events: fc.array(
    fc.record({
      ...{ at: fc.constant(time), title: anyText, actorName: anyText, hash: anyText },
      details: fc.array(anyText, { maxLength: 3 }),
    }),
    { maxLength: 3 },
  ),
})

describe('a report of any texts', () => {
  test('is a strict file whose text is within the page, under the header and over the footer', async () => {
    await fc.assert(
      fc.asyncProperty(anyInput, async (texts) => {
        const bytes = await renderReport(input(texts))
        expect(objectsAreStrict(bytes)).toBe(true)
        const { items, pages } = await getItems(bytes)
        expect((await loadPdf(bytes, { lenient: false })).getPageCount()).toBe(pages)
        for (const item of items) {
          expect(item.x, item.text).toBeGreaterThanOrEqual(margins.side - 3)
          expect(item.x + item.width, item.text).toBeLessThanOrEqual(A4.width - margins.side + 6)
          expect(item.y).toBeGreaterThan(30)
          expect(item.y).toBeLessThan(A4.height - 30)
        }
      }),
      { numRuns: 20 },
    )
  })

  test('has the number and the count on every page', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 60 }), async (count) => {
        const events = Array.from({ length: count }, (_, index) => ({
          ...{
            at: time,
            title: `Event ${index}`,
            actorName: 'Ada',
            details: ['detail'],
            hash: `hash ${index}`,
          },
        }))
        const { items, pages } = await getItems(await renderReport(input({ kind: 'trail', events })))
        for (let page = 1; page <= pages; page++) {
          const text = items.filter((item) => item.page === page).map((item) => item.text)
          expect(text.join(' ')).toContain(`Page ${page} of ${pages}`)
        }
        const wholeText = items.map(({ text }) => text).join(' ')
        for (const { title, hash } of events) {
          expect(wholeText).toContain(title)
          expect(wholeText).toContain(hash)
        }
      }),
      { numRuns: 4 },
    )
  })
})

describe('the parts of a report', () => {
  const getText = async (overrides: Partial<ReportInput>) =>
    (await getItems(await renderReport(input(overrides)))).items.map(({ text }) => text).join(' ')

  test.each<[string, Partial<ReportInput>, string[], string[]]>([
    ['no people and documents', {}, ['Evidence', 'Contract'], ['People', 'Documents', 'What happened']],
    ['an outcome without a time', { people: [person()] }, ['Signed', 'Ada'], ['·  ']],
    [
      'an outcome with a time',
      { people: [person({ at: time })] },
      ['Signed · 2026-03-04 05:06:07 UTC'],
      ['.890'],
    ],
    [
      'events only in a trail',
      { events: [{ at: time, title: 'Sent', actorName: '', details: [], hash: 'h' }] },
      [],
      ['Sent'],
    ],
    ['a test', { test: true }, ['TEST – without legal effect'], []],
    [
      'labels of its own',
      { labels: { ...englishLabels, evidence: 'Nachweis', page: '{number}/{count}' } },
      ['Nachweis', '1/1'],
      ['Evidence'],
    ],
    ['facts without a value', { facts: [{ label: 'Empty', value: '' }] }, [], ['Empty']],
    ['a long reference', { reference: 'R'.repeat(300) }, ['RRRR', '…'], ['R'.repeat(200)]],
    ['a long issuer', { issuer: 'I'.repeat(300) }, ['IIII', '…'], ['I'.repeat(200)]],
    ['a reference from right to left', { reference: 'عقد 7' }, ['2026-03-04 05:06:07 UTC'], []],
  ])('%s', async (_, overrides, present, absent) => {
    const text = await getText(overrides)
    for (const part of present) expect(text).toContain(part)
    for (const part of absent) expect(text).not.toContain(part)
  })

  test('a logo takes the place of the name, within 120 by 20 points', async () => {
    for (const [width, height] of [
      [400, 40],
      [40, 400],
      [8, 8],
    ] as const) {
      const bytes = await renderReport(input({ issuer: 'NAME', logo: drawnLogo(width, height) }))
      const head = (await getItems(bytes)).items.filter(({ y }) => y > A4.height - margins.top)
      expect(head.map(({ text }) => text).join(' ')).not.toContain('NAME')
      const ink = (await paint(bytes, 1)).ink({ x: 0, y: 0, width: A4.width, height: margins.top - 14 })
      expect(ink!.width).toBeLessThanOrEqual(121)
      expect(ink!.height).toBeLessThanOrEqual(21)
      expect(ink!.x).toBeGreaterThanOrEqual(margins.side - 1)
    }
  })

  test('an appearance is beside the name of its person', async () => {
    const appearance = { kind: 'image', png: drawnLogo(300, 100) } as const
    const bytes = await renderReport(
      input({ people: [person({ name: 'Ada', appearance }), person({ name: 'Bob' })] }),
    )
    const { items } = await getItems(bytes)
    const [ada, bob] = ['Ada', 'Bob'].map((name) => items.find(({ text }) => text === name)!)
    const right = { x: A4.width - margins.side - 128, y: 0, width: 128, height: A4.height }
    const ink = (await paint(bytes, 1)).ink({ ...right, y: A4.height - ada!.y - 20, height: 60 })
    expect(ink).not.toBeNull()
    expect(A4.height - ink!.y - ink!.height).toBeGreaterThan(bob!.y)
  })

  test('values stand beside their labels, all at the same distance from the margin', async () => {
    const facts = [
      { label: 'Browser', value: 'Chrome' },
      { label: 'Confirmed by', value: 'a personal link sent by email, and a code '.repeat(2).trim() },
      { label: 'Consent', value: 'Version 1', sha256: 'cd'.repeat(32) },
    ]
    const { items } = await getItems(await renderReport(input({ people: [person({ facts })] })))
    const starts = ['Chrome', 'a personal link', 'Version 1'].map(
      (value) => items.find(({ text }) => text.startsWith(value))!.x,
    )
    expect(new Set(starts.map(Math.round)).size).toBe(1)
    for (const { label } of facts) expect(items.find(({ text }) => text === label)!.x).toBe(margins.side)
    expect(items.map(({ text }) => text).join(' ')).toContain(`SHA-256 ${'cd'.repeat(32)}`)
  })

  test('facts of few people are larger, and no text of a certificate is smaller than 5.8 points', async () => {
    const facts = Array.from({ length: 8 }, (_, index) => ({
      label: `Label ${index}`,
      value: 'Value '.repeat(12),
    }))
    const sizeFor = async (count: number) => {
      const people = Array.from({ length: count }, () => person({ facts }))
      const { items } = await getItems(await renderReport(input({ people })))
      return {
        least: Math.min(...items.map(({ height }) => height)),
        label: items.find(({ text }) => text === 'Label 1')!.height,
      }
    }
    const [one, four, nine] = [await sizeFor(1), await sizeFor(4), await sizeFor(9)]
    expect(one.label).toBeGreaterThan(four.label)
    expect(nine.label).toBeGreaterThan(8)
    for (const { least } of [one, four, nine]) expect(least).toBeGreaterThan(5.8)
  })

  test('a link of the file leads to the page that verifies the document, from its code', async () => {
    const verifyUrl = `https://sign.example.com/verify?sha256=${'ab'.repeat(32)}`
    for (const rightToLeft of [false, true]) {
      const documents = [{ name: 'Contract', facts: [], verifyUrl }]
      const links = await getLinks(await renderReport(input({ documents, rightToLeft })))
      expect(links.map(({ url }) => url)).toEqual([verifyUrl])
      const [left, , right] = links[0]!.rect
      expect(rightToLeft ? left : A4.width - right!).toBe(margins.side)
    }
  })
})
