import { describe, expect, it } from 'vitest'
import {
  controlOf,
  emptyForm,
  emptySigner,
  formOf,
  formToStartAgain,
  inputOf,
  ProcessForm,
} from '#components/processes/form-model.ts'
import type { ProcessRecord } from '#lib/processes/schema'

const doc = { id: 4, name: 'Lease', pageCount: 2 }
const person = (name: string, change: Partial<ProcessForm['signers'][number]> = {}) => ({
  ...emptySigner,
  name,
  email: `${name.toLowerCase()}@example.org`,
  ...change,
})

const form = (change: Partial<ProcessForm>): ProcessForm => ({ ...emptyForm([doc]), ...change })

describe('the form of a process', () => {
  it('takes the name of its first document', () => {
    expect(emptyForm([doc]).name).toBe('Lease')
  })

  it('shows every error at its control', () => {
    const result = ProcessForm.safeParse(
      form({ name: ' ', documents: [], signers: [person('Ada', { email: 'ada' })], expiresInDays: 400 }),
    )
    expect(result.error?.issues.map((issue) => [issue.path.join('.'), issue.message])).toEqual([
      ['name', 'Give the process a name.'],
      ['documents', 'Choose at least one document.'],
      ['signers.0.email', 'This is not an email address.'],
      ['expiresInDays', 'At most 365 days.'],
    ])
  })

  it('requires a signer or approver', () => {
    expect(ProcessForm.safeParse(form({ signers: [person('Ada', { role: 'approver' })] })).success).toBe(true)
    const result = ProcessForm.safeParse(form({ signers: [person('Ada', { role: 'cc' })] }))
    expect(result.error?.issues[0]?.path).toEqual(['signers'])
  })

  it('gives concurrent signers the same order', () => {
    const signers = [person('A'), person('B', { together: true }), person('C')]
    expect(inputOf(form({ signers })).signers.map((row) => [row.order, row.type])).toEqual([
      [1, 'sequential'],
      [1, 'sequential'],
      [2, 'sequential'],
    ])
  })

  it('lets everyone sign at once', () => {
    const signers = [person('A'), person('B', { together: true })]
    expect(inputOf(form({ signers, inTurn: false })).signers.map((row) => [row.order, row.type])).toEqual([
      [1, 'parallel'],
      [2, 'parallel'],
    ])
  })

  it('sends no empty message and no reminder that is off', () => {
    expect(inputOf(form({})).options).toMatchObject({ message: null, reminder_days: null })
    expect(inputOf(form({ reminders: true, reminderDays: 3 })).options.reminder_days).toBe(3)
  })

  it('shows a draft as it was entered, with the ids that keep the zones', () => {
    const entered = form({
      folder: 'none',
      signers: [person('A', { id: 11 }), person('B', { id: 12, together: true }), person('C', { id: 13 })],
      message: 'Please',
      reminders: true,
    })
    const { signers, options, documents, name } = inputOf(entered)
    const record = {
      name,
      documents: documents.map((one) => ({ ...one, name: 'Lease', page_count: 2, status: 'in_process' })),
      signers: signers.toReversed(),
      options: { ...options, locale: 'en', redirect_url: null },
    } as unknown as ProcessRecord
    expect(formOf(record)).toEqual(entered)
  })

  it('starts a process again with new signers; without documents that cannot be signed', () => {
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
    const again = (sealBlocked: boolean) =>
      formToStartAgain({ ...process, seal_blocked: sealBlocked } as unknown as ProcessRecord)
    expect(again(false)).toMatchObject({ documents: [{ id: 4 }], signers: [{ id: null, name: 'Ada' }] })
    expect(again(true)).toMatchObject({ documents: [], signers: [{ id: null }], expiresInDays: 30 })
  })

  it('finds the control of an error', () => {
    expect(controlOf('options.expires_in_days')).toBe('expiresInDays')
    expect(controlOf('signers.0.email')).toBe('signers.0.email')
  })
})
