import { createTranslator } from 'use-intl'
import { describe, expect, it } from 'vitest'
import { formToStartAgain } from '#components/processes/detail/start-again.ts'
import {
  emptyForm,
  emptySigner,
  toControlName,
  toForm,
  toInput,
  withExistingIds,
} from '#components/processes/form/form-model.ts'
import { type ProcessForm, processFormRules } from '#components/processes/form/form-rules.ts'
import type { ProcessRecord } from '#lib/processes/schema'
import en from '#messages/en/dashboard.json'

const rules = processFormRules(createTranslator({ locale: 'en', messages: en, namespace: 'processes' }))
const lease = { id: 4, name: 'Lease', pageCount: 2 }
const signerRow = (name: string, change: Partial<ProcessForm['signers'][number]> = {}) => ({
  ...emptySigner,
  name,
  email: `${name.toLowerCase()}@example.org`,
  ...change,
})

const defaults = { expires_in_days: 90, reminder_days: null }
const formWith = (change: Partial<ProcessForm>): ProcessForm => ({
  ...emptyForm([lease], defaults),
  ...change,
})

describe('the form of a process', () => {
  it('is named after its first document', () => {
    expect(emptyForm([lease], defaults).name).toBe('Lease')
  })

  it('starts with the expiry and the reminders of the organisation', () => {
    const { options } = toInput(emptyForm([lease], { expires_in_days: 14, reminder_days: 3 }))
    expect(options).toMatchObject({ expires_in_days: 14, reminder_days: 3 })
    expect(toInput(emptyForm([lease], defaults)).options).toMatchObject(defaults)
  })

  it('shows every error at its control', () => {
    const result = rules.safeParse(
      formWith({
        name: ' ',
        documents: [],
        signers: [signerRow('Ada', { email: 'ada' })],
        expiresInDays: 400,
        reminderDays: '1.000' as unknown as number,
      }),
    )
    expect(result.error?.issues.map((issue) => [issue.path.join('.'), issue.message])).toEqual([
      ['name', 'Give the process a name.'],
      ['documents', 'Choose at least one document.'],
      ['signers.0.email', 'This is not an email address.'],
      ['expiresInDays', 'At most 365 days.'],
      ['reminderDays', 'Enter a whole number of days.'],
    ])
  })

  it('requires a signer or approver', () => {
    expect(rules.safeParse(formWith({ signers: [signerRow('Ada', { role: 'approver' })] })).success).toBe(
      true,
    )
    const result = rules.safeParse(formWith({ signers: [signerRow('Ada', { role: 'cc' })] }))
    expect(result.error?.issues[0]?.path).toEqual(['signers'])
  })

  it('gives concurrent signers the same order', () => {
    const signers = [signerRow('A'), signerRow('B', { together: true }), signerRow('C')]
    expect(toInput(formWith({ signers })).signers.map((row) => [row.order, row.type])).toEqual([
      [1, 'sequential'],
      [1, 'sequential'],
      [2, 'sequential'],
    ])
  })

  describe('made by the API, with people who sign in turn and one who signs at once', () => {
    const signer = (id: number, order: number, type: string) => ({ id, name: `${id}`, order, type })
    const stored = toForm({
      ...{ name: 'Lease', documents: [] },
      options: { redirect_url: 'https://firm.example/done', signature_kinds: [] },
      signers: [
        { ...signer(1, 1, 'sequential'), subject: 'Your lease' },
        signer(2, 1, 'parallel'),
        signer(3, 2, 'sequential'),
      ],
    } as unknown as ProcessRecord)
    const getTurns = (change: Partial<ProcessForm>) =>
      toInput({ ...stored, ...change }).signers.map(({ id, order, type }) => `${id} ${order} ${type}`)
    const [ada, witness, ben] = stored.signers as [
      ProcessForm['signers'][number],
      ProcessForm['signers'][number],
      ProcessForm['signers'][number],
    ]

    it('keeps that, also with people added or removed', () => {
      expect(getTurns({ name: 'Lease of 2026' })).toEqual([
        '1 1 sequential',
        '2 1 parallel',
        '3 2 sequential',
      ])
      expect(getTurns({ signers: [ada, witness, ben, signerRow('Cy')] }).slice(1, 3)).toEqual([
        '2 1 parallel',
        '3 2 sequential',
      ])
      expect(getTurns({ signers: [witness, ben] })).toEqual(['2 1 parallel', '3 2 sequential'])
    })

    it('takes the turns of the form once they are changed there', () => {
      const inTurn = ['1 1 sequential', '2 2 sequential', '3 3 sequential']
      expect(getTurns({ signers: [ada, { ...witness, together: false }, ben] })).toEqual(inTurn)
      expect(getTurns({ signers: [ada, ben, witness] })[1]).toBe('3 2 sequential')
      expect(getTurns({ inTurn: false })).toEqual(['1 1 parallel', '2 2 parallel', '3 3 parallel'])
    })

    it('keeps the address to go on to, and the subject of an email', () => {
      const { options, signers } = toInput(stored)
      expect(options.redirect_url).toBe('https://firm.example/done')
      expect(signers.map(({ subject }) => subject)).toEqual(['Your lease', null, null])
    })
  })

  it('gives all signers the same order if they sign at the same time', () => {
    const signers = [signerRow('A'), signerRow('B', { together: true })]
    expect(toInput(formWith({ signers, inTurn: false })).signers.map((row) => [row.order, row.type])).toEqual(
      [
        [1, 'parallel'],
        [2, 'parallel'],
      ],
    )
  })

  it('sends null for an empty message and for reminders that are off', () => {
    expect(toInput(formWith({})).options).toMatchObject({ message: null, reminder_days: null })
    expect(toInput(formWith({ reminders: true, reminderDays: 3 })).options.reminder_days).toBe(3)
  })

  it('is filled with a saved draft as it was entered, with the ids of its signers', () => {
    const entered = formWith({
      folder: 'none',
      signers: [
        signerRow('A', { id: 11 }),
        signerRow('B', { id: 12, together: true, language: 'fr', code: 'none' }),
        signerRow('C', { id: 13, message: 'For you' }),
      ],
      message: 'Please',
      language: 'en',
      reminders: true,
      signatureKinds: ['typed', 'uploaded'],
    })
    const { signers, options, documents, name } = toInput(entered)
    const record = {
      name,
      documents: documents.map((document) => ({
        ...document,
        name: 'Lease',
        page_count: 2,
        status: 'in_process',
      })),
      signers: signers.toReversed(),
      options: { ...options, redirect_url: null },
    } as unknown as ProcessRecord
    expect(toForm(record)).toEqual(entered)
  })

  it('starts a process again without the ids of its signers, and without documents that are in use or cannot be signed', () => {
    const signer = {
      id: 9,
      name: 'Ada',
      email: 'ada@example.org',
      role: 'signer',
      order: 1,
      type: 'sequential',
    }
    const options = { enable_otp: true, enable_notifications: true, expires_in_days: 30, reminder_days: null }
    const document = { id: 4, name: 'Lease', order: 1, page_count: 2 }
    const process = { name: 'Lease', description: null, documents: [document], signers: [signer], options }
    const formAgain = (status: ProcessRecord['status'], sealBlocked = false) =>
      formToStartAgain({ ...process, status, seal_blocked: sealBlocked } as unknown as ProcessRecord)
    expect(formAgain('cancelled')).toMatchObject({
      documents: [{ id: 4 }],
      signers: [{ id: null, name: 'Ada' }],
    })
    expect(formAgain('cancelled', true)).toMatchObject({
      documents: [],
      signers: [{ id: null }],
      expiresInDays: 30,
    })
    expect(formAgain('completed')).toMatchObject({ documents: [], signers: [{ id: null }] })
  })

  it('starts a process again without documents that were deleted', () => {
    const document = { id: 4, name: 'Lease', order: 1, page_count: 2, deleted_at: null }
    const deleted = { ...document, id: 5, deleted_at: '2026-05-01T10:00:00.000Z' }
    const process = {
      ...{ name: 'Lease', status: 'expired', signers: [], options: {} },
      documents: [document, deleted],
    } as unknown as ProcessRecord
    expect(formToStartAgain(process).documents).toEqual([lease])
  })

  it('starts a process again without people whose data were erased', () => {
    const erased = { id: 9, name: 'Erased person', order: 1, erased_at: '2026-05-01T10:00:00.000Z' }
    const process = {
      ...{ name: 'Lease', status: 'expired', documents: [], options: {} },
      signers: [erased, { id: 10, name: 'Grace', order: 1 }],
    } as unknown as ProcessRecord
    expect(formToStartAgain(process).signers).toMatchObject([{ name: 'Grace', together: false }])
  })

  it('starts a process again without the access codes of its signers', () => {
    const process = {
      ...{ name: 'Lease', status: 'cancelled', documents: [], options: {} },
      signers: [{ id: 9, order: 1, otp: 'access_code' }],
    } as unknown as ProcessRecord
    expect(toForm(process).signers).toMatchObject([{ code: 'access_code', hasAccessCode: true }])
    expect(formToStartAgain(process).signers).toMatchObject([{ code: 'access_code', hasAccessCode: false }])
  })

  it('finds the control of an API error by the name of the field', () => {
    expect(toControlName('options.expires_in_days')).toBe('expiresInDays')
    expect(toControlName('signers.0.email')).toBe('signers.0.email')
    expect(['id', 'replaces'].map((member) => toControlName(`documents.1.${member}`))).toEqual([
      'documents.1',
      'documents.1',
    ])
  })
})

describe('input from before the record changed', () => {
  const getIds = (rows: ProcessForm['signers']) => rows.map(({ id }) => id)

  it('makes a signer who was removed a new one', () => {
    const typed = [signerRow('Ada', { id: 4 }), signerRow('Ben', { id: 5 }), signerRow('Cy')]
    const existing = [signerRow('Ada', { id: 4 })]
    expect(getIds(withExistingIds(typed, existing, 'process'))).toEqual([4, null, null])
  })

  it('leaves the access code with the signer of the record', () => {
    const withCode: Partial<ProcessForm['signers'][number]> = { code: 'access_code', hasAccessCode: true }
    const typed = [signerRow('Ada', { id: 4, ...withCode }), signerRow('Ben', { id: 5, ...withCode })]
    const existing = [signerRow('Ada', { id: 4, ...withCode })]
    const rows = withExistingIds(typed, existing, 'process')
    expect(rows.map(({ hasAccessCode }) => hasAccessCode)).toEqual([true, false])
    const withoutCode = withExistingIds(typed, [signerRow('Ada', { id: 4 })], 'process')
    expect(withoutCode[0]?.hasAccessCode).toBe(false)
  })

  it('finds a role by its name, and a renamed one by its position', () => {
    const typed = [
      signerRow('Tenant', { id: 1 }),
      signerRow('Owner', { id: 2 }),
      signerRow('Broker', { id: 3 }),
    ]
    const reordered = [signerRow('Landlord', { id: 1 }), signerRow('Tenant', { id: 2 })]
    expect(getIds(withExistingIds(typed, reordered, 'template'))).toEqual([2, null, null])
    const same = [signerRow('Tenant', { id: 1 }), signerRow('Landlord', { id: 2 })]
    expect(getIds(withExistingIds(typed, same, 'template'))).toEqual([1, 2, null])
  })

  it('gives people from before the form had all its members those of an empty one', () => {
    const { message: _, code: __, ...earlierRow } = signerRow('Ada')
    const rows = [earlierRow] as ProcessForm['signers']
    expect(withExistingIds(rows, [], 'process')).toEqual([signerRow('Ada')])
  })
})
