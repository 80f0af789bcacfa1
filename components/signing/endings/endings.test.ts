import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it, test } from 'vitest'
import { signerLocales } from '#lib/core/locales'
import { getSigningTexts } from '#lib/messages/signing'
import { signing } from '../fixtures.ts'
import type { Signing } from '../shapes.ts'
import { Done, Voided, whatFollows } from './done.tsx'
import { listKept } from './download.tsx'
import { getEnding } from './endings.tsx'
import { LinkEnding } from './link-ending.tsx'

/** How emails are called in the languages of signers; Arabic, Hebrew and Ukrainian also call them messages. */
const emailWords = /mail|correo|e-post|posta|пошт|лист|البريد|أحدث رسالة|דוא|שבהודעה|ईमेल|メール|邮件/i

function ending(process: Signing['process']['status'], signer: Signing['signer']['status']) {
  const input = signing([], { status: signer })
  return getEnding({ ...input, process: { ...input.process, status: process } })
}

describe('getEnding', () => {
  it.each<[Signing['process']['status'], Signing['signer']['status'], ReturnType<typeof getEnding>]>([
    ['sent', 'notified', null],
    ['in_progress', 'viewed', null],
    ['sent', 'pending', 'waiting'],
    ['in_progress', 'signed', 'done'],
    ['completed', 'signed', 'done'],
    ['completed', 'notified', 'done'],
    ['voided', 'signed', 'voided'],
    ['refused', 'signed', 'refused'],
    ['refused', 'refused', 'refused'],
    ['cancelled', 'signed', 'cancelled'],
    ['expired', 'expired', 'expired'],
    ['expired', 'signed', 'expired'],
  ])('with a process that is %s and a signer who is %s gives %s', (process, signer, expected) => {
    expect(ending(process, signer)).toBe(expected)
  })
})

it.each([
  ['code_required', null],
  ['choose', 'confirm'],
  ['waiting', 'confirm'],
] as const)('a signature to be confirmed that is %s gives %s', (state, expected) => {
  const input = signing([], { status: 'signed' })
  const confirmation = { state, provider: '', mode: null, certificate: null, failure: null }
  const process = { ...input.process, status: 'in_progress' as const }
  const confirmed = { ...confirmation, signatures: 0, inputs: [], any_input: false, credentials: [] }
  expect(getEnding({ ...input, process, confirmation: confirmed })).toBe(expected)
})

describe('the page of a signed process', () => {
  const t = getSigningTexts('en')
  /** The text of the page, with as many documents as given, of which some were deleted from the vault. */
  function render(status: 'completed' | 'voided', deleted: boolean[]): string {
    const input = signing([], { status: 'signed' })
    const documents = deleted.map((isDeleted, id) => ({
      ...input.documents[0]!,
      ...{ id, deleted_at: isDeleted ? '2026-03-01T10:00:00Z' : null },
    }))
    const page = { ...input, documents, process: { ...input.process, status } }
    const props = { token: 'token', signing: page, t, onChanged: async () => {}, isDoneElsewhere: false }
    return renderToStaticMarkup(createElement(status === 'voided' ? Voided : Done, props))
  }

  it.each(['completed', 'voided'] as const)('offers what is left in the vault: %s', (status) => {
    expect(render(status, [false, false])).toContain(t.downloadAll)
    expect(render(status, [false, true])).not.toContain(t.downloadAll)
    expect(render(status, [false, true])).toContain(t.download)
    const nothing = render(status, [true, true])
    expect(nothing).toContain('Maison Roux no longer keeps the document.')
    expect(nothing).not.toMatch(/Download|stays available/)
  })

  it('offers the documents of a server of an earlier version, which says nothing about deletions', () => {
    const { deleted_at: _, ...document } = signing([], {}).documents[0]!
    const documents = [document] as Signing['documents']
    expect(listKept({ documents })).toEqual(documents)
  })
})

test.each(signerLocales)('the titles of all endings are sentences: %s', (locale) => {
  const t = getSigningTexts(locale)
  const titles = [
    ...[t.waitTitle, t.refusedTitle, t.cancelledTitle, t.expiredTitle, t.voidedTitle, t.completedTitle],
    ...[t.signedTitle, t.approvedTitle, t.delegatedTitle, t.replacedTitle, t.unknownTitle, t.errorTitle],
  ]
  for (const title of titles) expect(title).toMatch(/[.。।]$/)
})

test.each(signerLocales)(
  'in %s an email is promised only where the sender lets the service send them',
  (locale) => {
    const t = getSigningTexts(locale)
    for (const sealing of [true, false]) {
      const { process } = signing([], {})
      const emailed = whatFollows({ ...process, sealing }, t)
      const silent = whatFollows({ ...process, sealing, enable_notifications: false }, t)
      expect(silent.length).toBeLessThan(emailed.length)
      expect(silent).not.toMatch(emailWords)
    }
  },
)

test.each(signerLocales)(
  'in %s nothing more is promised where the document cannot be completed',
  (locale) => {
    const t = getSigningTexts(locale)
    const { process } = signing([], { status: 'signed' })
    const text = whatFollows({ ...process, seal_blocked: true }, t)
    expect(text).toContain(process.sender.name)
    expect(text).not.toMatch(emailWords)
  },
)

test.each(signerLocales)('in %s nobody is named who may not have ended or changed the process', (locale) => {
  const t = getSigningTexts(locale)
  for (const text of [t.cancelledWhy, t.voidedWhy, t.replacedWhy]) {
    expect(text).toContain('{tenant}')
    expect(text).not.toContain('{sender}')
  }
})

test.each(signerLocales)('in %s an ended link names emails only where signers get them', (locale) => {
  const t = getSigningTexts(locale)
  for (const [emailed, silent] of [
    [t.replacedWhy, t.replacedHere],
    [t.delegatedWhy, t.delegatedHere],
  ]) {
    expect(emailed).toMatch(emailWords)
    expect(silent).not.toMatch(emailWords)
    expect(silent).toContain('{sender}')
  }
  // Of an unknown link nobody knows how it came.
  expect(t.unknownWhy).not.toMatch(emailWords)
  expect(t.cookieMissingWhy).not.toMatch(emailWords)
})

test('a browser without the cookie of a link is not told that the link is not valid', () => {
  const t = getSigningTexts('en')
  const place = 'browser_without_cookie' as const
  const show = (status: number) =>
    renderToStaticMarkup(
      createElement(LinkEnding, {
        ...{ token: '0123456789abcdef', place, ended: null, status, isRetrying: false, t },
        onRetry: () => {},
      }),
    )
  expect(show(404)).toContain(t.cookieMissingTitle)
  expect(show(404)).not.toContain(t.unknownTitle)
  expect(show(500)).toContain(t.errorDetail)
})
