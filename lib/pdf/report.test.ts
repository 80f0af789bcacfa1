import { createHash } from 'node:crypto'
import { PDF } from '@libpdf/core'
import { createCanvas } from '@napi-rs/canvas'
import { describe, expect, test } from 'vitest'
import { isRightToLeftLocale, signerLocales } from '#lib/core/locales'
import { type CertificateTexts, certificateTexts } from '#lib/messages/certificate'
import { inThread } from '../workers/pdf-pool.ts'
import { englishLabels } from './fixtures/labels.ts'
import { getItems } from './fixtures/render.ts'
import type { ReportEvent, ReportInput, ReportPerson } from './report/input.ts'
import { renderReport } from './report.ts'
import { A4, margins } from './text/flow.ts'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const time = new Date('2026-03-04T05:06:07.890Z')

function person(name: string, overrides: Partial<ReportPerson> = {}): ReportPerson {
  return {
    name,
    detail: 'someone@example.org',
    outcome: 'Signed',
    isPositive: true,
    at: time,
    facts: [{ label: 'From', value: '203.0.113.7' }],
    ...overrides,
  }
}

function event(index: number): ReportEvent {
  return {
    at: new Date(Date.UTC(2026, 0, 1, 0, index)),
    title: `Event ${index}`,
    actorName: 'Zoë',
    details: ['203.0.113.7', ''],
    hash: sha256(`event ${index}`),
  }
}

function report(overrides: Partial<ReportInput> = {}): ReportInput {
  return {
    kind: 'certificate',
    title: 'A contract',
    subtitle: 'Everyone has signed.',
    reference: 'Process 7',
    issuer: 'Example Ltd',
    test: false,
    madeAt: time,
    facts: [{ label: 'Sent by', value: 'Ann' }],
    documents: [{ name: 'contract.pdf', facts: [{ label: 'SHA-256', value: sha256('contract') }] }],
    people: [person('Zoë Ångström')],
    events: [],
    chain: { head: sha256('head'), length: 12 },
    labels: englishLabels,
    language: 'en',
    ...overrides,
  }
}

async function getText(bytes: Uint8Array): Promise<string> {
  return (await getItems(bytes)).items.map(({ text }) => text).join(' ')
}

describe('the certificate of completion', () => {
  test('has names, times, addresses, authentication, digests and the last hash', async () => {
    const text = await getText(
      await renderReport(
        report({
          people: [
            person('Zoë Ångström', {
              facts: [
                { label: 'From', value: '2001:db8::7' },
                { label: 'Authenticated by', value: 'Link by mail and one-time code' },
              ],
            }),
            person('Bo', { outcome: 'Refused', isPositive: false, at: undefined }),
          ],
        }),
      ),
    )
    for (const part of [
      'Certificate of completion',
      'A contract',
      'Everyone has signed.',
      'Example Ltd',
      'contract.pdf',
      sha256('contract'),
      'Zoë Ångström',
      'someone@example.org',
      'Signed · 2026-03-04 05:06:07 UTC',
      '2001:db8::7',
      'Authenticated by',
      'Link by mail and one-time code',
      'Refused',
      sha256('head'),
      '12',
      'Page 1 of 1',
      'Process 7 · 2026-03-04 05:06:07 UTC',
    ])
      expect(text).toContain(part)
    expect(text).not.toContain('TEST')
  })

  test('names people in every script', async () => {
    const names = ['محمد علي', 'דוד כהן', 'निर्मला', 'สมชาย ใจดี', '김민준', '张伟']
    const text = await getText(await renderReport(report({ people: names.map((name) => person(name)) })))
    for (const name of names) expect(text.replace(/\s/g, '')).toContain(name.replace(/\s/g, ''))
  })

  test('prints no trail', async () => {
    const text = await getText(await renderReport(report({ events: [event(1)] })))
    expect(text).not.toContain('Event 1')
  })

  test('is A4, opens strictly, and names itself', async () => {
    const pdf = await PDF.load(await renderReport(report({ language: 'de' })), { lenient: false })
    expect(pdf.getPages().map(({ width, height }) => [width, height])).toEqual([[595, 842]])
    expect(pdf.getTitle()).toBe('Certificate of completion: A contract')
    expect(pdf.getAuthor()).toBe('Example Ltd')
    expect(pdf.getLanguage()).toBe('de')
  })

  test('leaves out facts without a value, and sections without content', async () => {
    const text = await getText(
      await renderReport(report({ facts: [{ label: 'Message', value: '' }], people: [], documents: [] })),
    )
    for (const absent of ['Message', 'People', 'Documents']) expect(text).not.toContain(absent)
    expect(text).toContain('Evidence')
  })
})

/** What a certificate says of a signer who confirmed a code, with labels and values of usual length. */
function longPerson(index: number, texts: CertificateTexts): ReportPerson {
  const { facts } = texts
  const printed = '2026-03-04 05:06:07 UTC'
  const values: [string, string, string?][] = [
    [facts.invited, printed],
    [facts.opened, printed],
    [facts.signedFrom, '2001:db8:85a3::8a2e:370:7334'],
    [
      facts.browser,
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36',
    ],
    [
      facts.confirmedBy,
      texts.withSms.replace('{link}', texts.emailedLink).replace('{phone}', '+49 ••• 1234'),
    ],
    [facts.codeConfirmed, printed],
    [facts.signingSession, '4711'],
    [facts.consent, texts.consentVersion.replace('{version}', '2026-11-en'), sha256('consent')],
    [facts.certificateIssued, printed],
    [facts.certificateSerial, '3f'.repeat(20)],
  ]
  return person(`Zoë Ångström-Łukasiewicz ${index}`, {
    outcome: texts.outcomes.signed,
    appearance: { kind: 'text', text: `Zoë ${index}` },
    facts: values.map(([label, value, hash]) => ({ label, value, ...(hash && { sha256: hash }) })),
  })
}

describe.each(signerLocales)('in the language %s', (locale) => {
  test('the certificate for four signers has one page, with a code that leads to the status', async () => {
    const texts = certificateTexts[locale]
    const { facts } = texts
    const url = `https://sign.example.com/verify?sha256=${sha256('contract')}`
    const input = report({
      title: 'Lease of the flat in 12 Example Street, second floor',
      subtitle: texts.completedFor.replace('{tenant}', 'Example Ltd').replace('{sender}', 'Ann Other'),
      facts: [
        { label: facts.sentBy, value: 'Ann Other' },
        { label: facts.sent, value: '2026-03-04 05:06:07 UTC' },
        { label: facts.completed, value: '2026-03-04 05:06:07 UTC' },
      ],
      documents: [
        {
          name: 'contract.pdf',
          verifyUrl: url,
          facts: [
            { label: facts.file, value: 'contract.pdf' },
            { label: facts.pages, value: '12' },
            { label: facts.size, value: '1.2 MB' },
            { label: facts.hashAsUploaded, value: sha256('upload') },
            { label: facts.hashAsSigned, value: sha256('contract') },
            { label: facts.timeStamp, value: '2026-03-04 05:06:07 UTC' },
            { label: facts.verifyAt, value: 'https://sign.example.com/verify' },
          ],
        },
      ],
      people: [1, 2, 3, 4].map((index) => longPerson(index, texts)),
      log: { label: facts.logEntry, value: '41206 · sign.example.com/api/v1/trust/log', proof: 'proof' },
      labels: texts.report,
      language: locale,
      rightToLeft: isRightToLeftLocale(locale),
    })
    const bytes = await renderReport(input)
    const { items, pages } = await getItems(bytes)
    expect(pages).toBe(1)
    const text = items
      .map((item) => item.text)
      .join('')
      .replace(/\s/g, '')
    for (const part of [sha256('contract'), sha256('head'), 'sign.example.com/verify', '3f'.repeat(20)])
      expect(text).toContain(part)
  })
})

describe('the audit trail', () => {
  test('prints every event in order with its hash, on as many pages as needed', async () => {
    const events = Array.from({ length: 60 }, (_, index) => event(index))
    const { items, pages } = await getItems(await renderReport(report({ kind: 'trail', events })))
    expect(pages).toBeGreaterThan(3)
    const named = items.filter(({ text }) => /^Event \d+$/.test(text)).map(({ text }) => text)
    expect(named).toEqual(events.map(({ title }) => title))
    const hashes = items.filter(({ text }) => /^[0-9a-f]{64}$/.test(text)).map(({ text }) => text)
    expect(hashes).toEqual([sha256('contract'), ...events.map(({ hash }) => hash), sha256('head')])
    for (let page = 1; page <= pages; page++) {
      const pageTexts = items.filter((item) => item.page === page).map(({ text }) => text)
      expect(pageTexts).toContain(`Page ${page} of ${pages}`)
      expect(pageTexts).toContain('Example Ltd')
    }
  })

  test('tears no event apart', async () => {
    const events = Array.from({ length: 60 }, (_, index) => event(index))
    const { items } = await getItems(await renderReport(report({ kind: 'trail', events })))
    const pageOf = (text: string) => items.find((item) => item.text === text)?.page
    for (const { title, hash } of events) expect(pageOf(hash)).toBe(pageOf(title))
  })
})

describe('words', () => {
  test('of another language', async () => {
    const labels = {
      ...englishLabels,
      certificate: 'Abschlusszertifikat',
      people: 'Beteiligte',
      page: 'Seite {number} von {count}',
    }
    const text = await getText(await renderReport(report({ labels })))
    expect(text).toContain('Abschlusszertifikat')
    expect(text).toContain('Beteiligte')
    expect(text).toContain('Seite 1 von 1')
    expect(text).not.toContain('People')
  })

  test('test mode is marked on every page', async () => {
    const events = Array.from({ length: 30 }, (_, index) => event(index))
    const { items, pages } = await getItems(await renderReport(report({ kind: 'trail', test: true, events })))
    const marks = items.filter(({ text }) => text.startsWith('TEST'))
    expect(marks.map(({ page }) => page)).toEqual(Array.from({ length: pages }, (_, index) => index + 1))
  })
})

describe('text of every kind', () => {
  test.each([
    ['Latin with diacritics', 'Łódź Ångström Škoda Ñandú İstanbul'],
    ['Greek', 'Γιώργος Παπαδόπουλος'],
    ['Cyrillic', 'Василий Щукин Ґалаґан'],
    ['Chinese', '王小明和李雷'],
    ['mixed', 'Zoë 王 Ω Ж'],
  ])('%s is real, searchable text', async (_, name) => {
    const text = await getText(await renderReport(report({ people: [person(name)], title: name })))
    const squeezed = text.replace(/\s+/g, '')
    expect(squeezed.split(name.replace(/\s+/g, '')).length - 1).toBeGreaterThanOrEqual(2)
  })

  test('what looks like PDF syntax, controls and lone surrogates do no harm', async () => {
    const nasty = '(ab) \\) << /Type >> endstream endobj \u0000\u0007\u202e \ud800 %PDF-1.7'
    const bytes = await renderReport(
      report({ title: nasty, reference: nasty, issuer: nasty, people: [person(nasty)] }),
    )
    await PDF.load(bytes, { lenient: false })
    expect((await getText(bytes)).replace(/\s+/g, ' ')).toContain('(ab) \\) << /Type >> endstream endobj')
  })

  test('long words, names and titles stay within the margins', async () => {
    const long = 'Donaudampfschifffahrtsgesellschaft'.repeat(20)
    const { items, pages } = await getItems(
      await renderReport(
        report({
          title: long,
          subtitle: long,
          issuer: long,
          reference: long,
          facts: [{ label: long, value: long }],
          documents: [{ name: long, facts: [] }],
          people: [person(long, { detail: long, facts: [{ label: 'Agent', value: long.repeat(10) }] })],
        }),
      ),
    )
    expect(pages).toBeGreaterThan(1)
    for (const { x, width, y } of items) {
      expect(x).toBeGreaterThanOrEqual(margins.side - 0.5)
      expect(x + width).toBeLessThanOrEqual(A4.width - margins.side + 0.5)
      expect(y).toBeGreaterThan(30)
      expect(y).toBeLessThan(A4.height - 30)
    }
  })

  test('lines do not overlap', async () => {
    const { items } = await getItems(
      await renderReport(
        report({ people: Array.from({ length: 9 }, (_, index) => person(`Person ${index}`)) }),
      ),
    )
    for (const a of items) {
      for (const b of items) {
        if (a === b || a.page !== b.page || Math.abs(a.y - b.y) > 4 || a.y === b.y) continue
        const apart = a.x + a.width <= b.x + 0.5 || b.x + b.width <= a.x + 0.5
        expect(apart, `${a.text} / ${b.text}`).toBe(true)
      }
    }
  })
})

describe('appearances', () => {
  const png = () => {
    const canvas = createCanvas(60, 20)
    const context = canvas.getContext('2d')
    context.fillRect(5, 5, 50, 10)
    return new Uint8Array(canvas.toBuffer('image/png'))
  }

  test('a typed one is text, a drawn one a picture', async () => {
    const typed = await renderReport(
      report({ people: [person('Bo', { appearance: { kind: 'text', text: 'Bo’s hand' } })] }),
    )
    expect(await getText(typed)).toContain('Bo’s hand')
    const drawnFile = await renderReport(
      report({ people: [person('Bo', { appearance: { kind: 'image', png: png() } })] }),
    )
    expect(Buffer.from(drawnFile).includes('/Subtype /Image')).toBe(true)
    expect(Buffer.from(typed).includes('/Subtype /Image')).toBe(false)
  })

  test('a picture that is none is refused', async () => {
    const appearance = { kind: 'image', png: new Uint8Array([1, 2, 3]) } as const
    await expect(renderReport(report({ people: [person('Bo', { appearance })] }))).rejects.toThrow()
  })
})

test('in a thread it is the same document', async () => {
  const input = report({ people: [person('王小明')] })
  const [here, there] = [await renderReport(input), await inThread.report(input)]
  expect(await getText(there)).toBe(await getText(here))
})

test('the proof of the log is attached to a certificate', async () => {
  const log = { label: 'Transparency log entry', value: '7', proof: 'c2sp.org/tlog-proof@v1\nindex 7\n' }
  const pdf = await PDF.load(await renderReport(report({ log })))
  expect(Buffer.from(pdf.getAttachment('log-inclusion.tlog-proof')!).toString()).toBe(log.proof)
  // Without a relationship it would be no PDF/A-3 (ISO 19005-3, 6.8).
  expect(
    pdf.context.catalog.getDict().getArray('AF', (ref) => pdf.context.registry.resolve(ref)),
  ).toHaveLength(1)
})
