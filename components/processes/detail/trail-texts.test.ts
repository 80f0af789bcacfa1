import { createTranslator } from 'use-intl'
import { describe, expect, it } from 'vitest'
import { findLastEditor, formatFieldChanges, toTrailLines } from '#components/processes/detail/trail-texts.ts'
import type { TrailEvent } from '#components/processes/summary.ts'
import de from '#messages/de/dashboard.json'
import en from '#messages/en/dashboard.json'
import es from '#messages/es/dashboard.json'
import fr from '#messages/fr/dashboard.json'

const event = (seq: number, type: string, change: Partial<TrailEvent> = {}): TrailEvent => ({
  seq,
  type,
  actor: { type: 'user', name: 'Ada' },
  data: {},
  address: '192.0.2.1',
  occurred_at: '2026-03-01T10:00:00Z',
  ...change,
})
const t = createTranslator({ locale: 'en', messages: en, namespace: 'processes' })
const people = new Map([
  [7, { name: 'Grace', role: 'signer' as const }],
  [8, { name: 'Edith', role: 'approver' as const }],
])
const getSentences = (events: TrailEvent[]) => toTrailLines(t, events, people).map(({ sentence }) => sentence)

describe('the lines of the audit trail', () => {
  it('start with the latest event', () => {
    const edited = event(2, 'process.fields_changed')
    expect(getSentences([event(1, 'process.created'), edited, event(3, 'process.sent')])).toEqual([
      'Ada sent the process',
      'Ada placed the fields',
      'Ada created the draft',
    ])
  })

  it('are separate for events of different actors and addresses, and for reminders', () => {
    const reminded = { data: { signer_id: 7, name: 'Grace' } }
    expect(
      getSentences([
        event(1, 'process.updated', { address: '192.0.2.9' }),
        event(2, 'process.updated'),
        event(3, 'process.updated', { actor: { type: 'api_key', name: 'Shop' } }),
        event(4, 'signature.reminded', reminded),
        event(5, 'signature.reminded', reminded),
      ]),
    ).toEqual([
      'Ada reminded Grace',
      'Ada reminded Grace',
      'API key “Shop” changed the draft',
      'Ada changed the draft',
      'Ada changed the draft',
    ])
  })

  it('say of approvers that they approved or refused to approve', () => {
    const byEdith = { actor: { type: 'signer', name: 'Edith' }, data: { signer_id: 8 } } as const
    const byGrace = { actor: { type: 'signer', name: 'Grace' }, data: { signer_id: 7 } } as const
    expect(
      getSentences([
        event(1, 'signature.viewed', byEdith),
        event(2, 'signature.completed', byEdith),
        event(3, 'signature.refused', byEdith),
        event(4, 'signature.completed', byGrace),
      ]),
    ).toEqual(['Grace signed', 'Edith refused to approve', 'Edith approved', 'Edith opened the documents'])
  })

  it('say where only the way to confirm who one is was changed', () => {
    const correct = (data: object) =>
      getSentences([event(1, 'process.corrected', { data: { change: 'changed', name: 'Grace', ...data } })])
    for (const data of [{ access_code_changed: true }, { new_otp: 'sms', new_phone: '+49 170 1' }])
      expect(correct(data)).toEqual(['Ada changed how Grace confirms who they are'])
    expect(correct({ new_phone: '+49 170 1', new_locale: 'de' })).toEqual(['Ada changed Grace'])
  })

  it.each([
    ['en', { new_email: 'grace@example.com' }, 'Ada changed the email address of Grace to grace@example.com'],
    ['en', { new_name: 'Grace Hopper' }, 'Ada changed the name of Grace to Grace Hopper'],
    ['en', { new_name: 'Edith', new_email: 'edith@example.com' }, 'Ada changed Grace to Edith'],
    [
      'de',
      { new_email: 'grace@example.com' },
      'Ada hat die E-Mail-Adresse von Grace in grace@example.com geändert',
    ],
    [
      'fr',
      { new_email: 'grace@example.com' },
      'Ada a remplacé l’adresse e-mail de Grace par grace@example.com',
    ],
    [
      'es',
      { new_email: 'grace@example.com' },
      'Ada cambió la dirección de correo de Grace a grace@example.com',
    ],
  ] as const)(
    'say in %s whether a person was replaced, or their name or address corrected: %j',
    (locale, data, sentence) => {
      const texts = createTranslator({ locale, messages: { en, de, fr, es }[locale], namespace: 'processes' })
      const corrected = event(1, 'process.corrected', { data: { change: 'changed', name: 'Grace', ...data } })
      expect(toTrailLines(texts, [corrected], people).map((line) => line.sentence)).toEqual([sentence])
    },
  )

  it('say once that the process was sent, and who was invited', () => {
    const created = [2, 3].map((seq) =>
      event(seq, 'signature.created', { data: { signer_id: 7, name: 'Grace' } }),
    )
    const invited = event(4, 'signature.invited', { data: { signer_id: 7, name: 'Grace' } })
    expect(getSentences([event(1, 'process.sent'), ...created, invited])).toEqual([
      'Grace was invited',
      'Ada sent the process',
    ])
  })

  it('show an event without a sentence by its type', () => {
    expect(getSentences([event(1, 'process.was_audited')])).toEqual(['process was audited'])
  })
})

describe('what a visit of the editor changed', () => {
  const visit = { added: [1, 2, 3], moved: [4], changed: [], removed: [5, 6] }
  const getChanges = (locale: 'en' | 'de' | 'fr' | 'es', data: TrailEvent['data']) =>
    formatFieldChanges(
      createTranslator({ locale, messages: { en, de, fr, es }[locale], namespace: 'processes' }),
      event(2, 'process.fields_changed', { data }),
    )

  it.each([
    ['en', '3 added, 1 moved, 2 removed'],
    ['de', '3 hinzugefügt, 1 verschoben, 2 entfernt'],
    ['fr', '3 ajoutés, 1 déplacé, 2 supprimés'],
    ['es', '3 añadidos, 1 movido, 2 eliminados'],
  ] as const)('is counted in %s', (locale, text) => {
    expect(getChanges(locale, visit)).toBe(text)
  })

  it('is nothing for other events', () => {
    expect(getChanges('en', {})).toBeNull()
    expect(formatFieldChanges(t, event(1, 'process.sent', { data: visit }))).toBeNull()
  })
})

describe('who changed the fields last', () => {
  const placed = event(2, 'process.fields_changed')
  const updated = (...changed: string[]) =>
    event(3, 'process.updated', { actor: { type: 'user', name: 'Grace' }, data: { changed } })

  it.each([
    ['signers', 'Grace'],
    ['documents', 'Grace'],
    ['name', 'Ada'],
  ])('after a change of the %s is %s', (member, name) => {
    expect(findLastEditor([placed, updated('external_id', member)])).toBe(name)
    expect(findLastEditor([updated('external_id', member), placed])).toBe('Ada')
  })

  it('is unknown before there are fields', () => {
    expect(findLastEditor([event(1, 'process.created')])).toBeNull()
  })
})
