import { describe, expect, it } from 'vitest'
import { processStatuses, signerRoles, signerStatuses } from '#lib/core/enumerations'
import { AppError } from '#lib/core/errors'
import { assertAllowed } from '#lib/core/transition-guards'
import { hasExpiry } from './facts.ts'
import {
  getCodeMethod,
  isSigning,
  type ProcessAction,
  processCan,
  processStates,
  signerCan,
} from './rules.ts'

it('the end of the time to sign matters before it, and where it ended the process', () => {
  expect(processStatuses.filter((status) => hasExpiry({ status }))).toEqual([
    'draft',
    'sent',
    'in_progress',
    'expired',
  ])
})

describe('process actions by state', () => {
  const expected: Record<ProcessAction, string> = {
    edit: 'draft',
    delete: 'draft',
    send: 'draft',
    // Cancelling again changes nothing.
    cancel: 'draft sent in_progress cancelled',
    remind: 'sent in_progress',
    correct: 'draft sent in_progress',
    change_otp: 'sent in_progress completed voided',
    sign: 'sent in_progress',
    expire: 'sent in_progress',
    complete: 'in_progress',
    download: 'completed voided',
    void: 'completed voided',
  }

  it.each(Object.keys(processStates) as ProcessAction[])(
    '%s is allowed in the expected states only',
    (action) => {
      const allowed = processStatuses.filter((status) => processCan[action]({ status }).allowed)
      expect(allowed.join(' ')).toBe(expected[action])
    },
  )

  it('refuses with a sentence and the current status', () => {
    const process = { status: 'completed' as const }
    const cancel = () => assertAllowed(processCan.cancel(process), process)
    expect(cancel).toThrowError(AppError)
    try {
      cancel()
    } catch (error) {
      expect(error).toMatchObject({ code: 'invalid_state', details: { current_status: 'completed' } })
      expect((error as Error).message).toMatch(/\.$/)
    }
    expect(() => assertAllowed(processCan.cancel({ status: 'draft' }), process)).not.toThrow()
  })
})

describe('signer actions by state', () => {
  it('a signer may act when it is their turn', () => {
    const allowed = (action: keyof typeof signerCan) =>
      signerStatuses.filter((status) => signerCan[action]({ status }).allowed).join(' ')
    expect(allowed('view')).toBe('notified')
    expect(allowed('sign')).toBe('notified viewed')
    expect(allowed('refuse')).toBe('notified viewed')
    expect(allowed('remind')).toBe('notified viewed')
  })

  it('a process waits for signers and approvers only', () => {
    expect(signerRoles.filter((role) => isSigning({ role }))).toEqual(['signer', 'approver'])
  })
})

it.each([
  ['as the process, which asks for a code', null, true, 'email'],
  ['as the process, which asks for none', null, false, null],
  ['exempted', 'none', true, null],
  ['in a way of their own', 'access_code', false, 'access_code'],
] as const)('a signer confirms who they are: %s', (_case, otp, enable_otp, method) => {
  expect(getCodeMethod({ process: { options: { enable_otp } }, signer: { otp } })).toBe(method)
})
