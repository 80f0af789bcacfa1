import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { AppError } from '#lib/core/errors'
import { log } from '#lib/core/log'
import { endFault, forgetFaults } from '#lib/core/runtime/faults'
import { write } from '../tenancy/tenant.ts'
import { asUnavailable, CONNECTION_CODES, logFailure, SERVER_STATES } from './unavailable.ts'

const errorWithCode = (code: string, members: object = {}) =>
  Object.assign(new Error(code), { code, ...members })

it.each([
  ...[...CONNECTION_CODES, ...SERVER_STATES.keys()].map((code) => errorWithCode(code)),
  errorWithCode('ENOENT', { syscall: 'connect' }),
  errorWithCode('EAGAIN', { syscall: 'connect' }),
  new Error('Failed query', { cause: errorWithCode('CONNECTION_LOST') }),
  // As pg-boss reports errors of its queues.
  { code: '57P03', message: 'the database system is starting up (Queue: mail.send)', queue: 'mail.send' },
  { message: 'Connection terminated unexpectedly (Queue: mail.send)' },
  new Error('Client has encountered a connection error and is not queryable'),
  new Error('Client was closed and is not queryable'),
  new Error('timeout expired'),
])('%s is mapped to unavailable, with Retry-After', (error) => {
  expect(asUnavailable(error)).toMatchObject({ code: 'unavailable', details: { retry_after: 2 } })
})

it.each([
  errorWithCode('ENOENT', { syscall: 'open' }),
  errorWithCode('23505'),
  // A limit of the configuration, and a missing file.
  errorWithCode('53400'),
  errorWithCode('58P01'),
  // A canceled statement, and one after an error of its transaction.
  errorWithCode('57014'),
  errorWithCode('25P02'),
  errorWithCode('EAGAIN', { syscall: 'read' }),
  new AppError('not_found', 'x'),
  'text',
])('%s is returned unchanged', (error) => expect(asUnavailable(error)).toBe(error))

describe('is one line in the log, for as many requests and jobs as it fails', () => {
  beforeEach(() => {
    forgetFaults()
    vi.spyOn(log(), 'error').mockImplementation(() => {})
    vi.spyOn(log(), 'warn').mockImplementation(() => {})
  })
  afterEach(() => void vi.restoreAllMocks())
  const getLines = () =>
    [...vi.mocked(log().error).mock.calls, ...vi.mocked(log().warn).mock.calls].map(([data, text]) => [
      (data as unknown as { fault?: string }).fault,
      text,
    ])

  it('a full disk, which is mapped to storage_full, with Retry-After', () => {
    for (let index = 0; index < 79; index++) {
      const full = asUnavailable(new Error('Failed query', { cause: errorWithCode('53100') }))
      expect(full).toMatchObject({ code: 'storage_full', details: { retry_after: 30 } })
      logFailure(full, 'a job failed')
    }
    expect(getLines()).toEqual([['database_disk_full', expect.any(String)]])
  })

  it('an outage, which ends with another line', () => {
    for (let index = 0; index < 870; index++)
      logFailure(asUnavailable(errorWithCode('ECONNREFUSED')), 'a job failed')
    endFault('database_unreachable')
    logFailure(new Error('something else'), 'a job failed')
    expect(getLines()).toEqual([
      ['database_unreachable', expect.any(String)],
      ['database_unreachable', 'The fault is over.'],
      [undefined, 'a job failed'],
    ])
  })
})

it.each([['53100', 'storage_full'], ...[...SERVER_STATES.keys()].map((state) => [state, 'unavailable'])])(
  'the SQLSTATE %s of a statement makes its transaction fail with %s, and the next one works',
  async (state, code) => {
    vi.spyOn(log(), 'error').mockImplementation(() => {})
    vi.spyOn(log(), 'warn').mockImplementation(() => {})
    const raise = sql.raw(
      `do $$ begin raise exception 'could not extend file' using errcode = '${state}'; end $$`,
    )
    await expect(write({ tenantId: 0 }, (tx) => tx.execute(raise))).rejects.toMatchObject({ code })
    await expect(write({ tenantId: 0 }, (tx) => tx.execute(sql`select 1`))).resolves.toBeDefined()
    vi.restoreAllMocks()
  },
)
