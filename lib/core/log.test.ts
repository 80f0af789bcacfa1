import { setImmediate as nextTick } from 'node:timers/promises'
import { DrizzleQueryError } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { env } from './env.ts'
import { createLogger } from './log.ts'
import { runOutsideRequest, runWithRequestId } from './request.ts'
import { formatLogLine } from './text/log-line.ts'

/** The lines that `callback` logs. */
async function getLines(callback: (log: ReturnType<typeof createLogger>) => unknown): Promise<string[]> {
  const lines: string[] = []
  const originalLevel = env().logLevel
  env().logLevel = 'info'
  try {
    await callback(createLogger({ write: (line) => void lines.push(line) }))
    return lines
  } finally {
    env().logLevel = originalLevel
  }
}

it('a log line has the id of its own request', async () => {
  const lines = await getLines(async (log) => {
    log.info('before')
    const firstLog = runWithRequestId('one', async () => {
      await nextTick()
      log.info('one')
    })
    runWithRequestId('two', () => {
      log.info('two')
      runOutsideRequest(() => log.info('no request'))
    })
    await firstLog
  })
  const entries = lines.map((line) => JSON.parse(line) as { msg: string; request_id?: string })
  expect(entries.map(({ msg, request_id }) => [msg, request_id])).toEqual([
    ['before', undefined],
    ['two', 'two'],
    ['no request', undefined],
    ['one', 'one'],
  ])
})

it('a log line has no credentials', async () => {
  const secret = { token: 'psk_live_x', user: { password: 'tangerine' }, authorization: 'Bearer y' }
  const [line] = await getLines((log) => log.info(secret, 'message'))
  expect(line).not.toMatch(/psk_live|tangerine|Bearer/)
})

it('a failed query is logged with its text and cause, without its values', async () => {
  const cause = Object.assign(new Error('duplicate key'), {
    code: '23505',
    detail: 'Key (email)=(ada@example.com) already exists.',
  })
  const failed = new DrizzleQueryError(
    'insert into users values ($1, $2)',
    ['ada@example.com', 'a\nb'],
    cause,
  )
  const wrapped = new Error('signing up failed', { cause: failed })
  for (const error of [failed, wrapped, new AggregateError([wrapped], 'all failed')]) {
    const [line] = await getLines((log) => log.error({ err: error }, 'request failed'))
    expect(line).not.toMatch(/ada@|a\\nb/)
    expect(line).toContain('insert into users values ($1, $2)')
    expect(line).toContain('caused by: Error: duplicate key')
  }
  for (const reported of [cause, { ...cause, message: cause.message, queue: 'mail.send' }]) {
    const [line] = await getLines((log) => log.error({ err: reported }, 'request failed'))
    expect(line).not.toContain('ada@')
    expect(JSON.parse(line!).err).toMatchObject({ message: 'duplicate key', code: '23505' })
  }
})

it('a log line is formatted for a terminal, with the stack of an error', () => {
  const line = { level: 40, time: 0, process: 'worker', queue: 'mail.send', n: 3, msg: 'a job failed' }
  expect(formatLogLine(JSON.stringify(line))).toBe('00:00:00 warn  worker a job failed queue=mail.send n=3')
  const failed = { level: 50, time: 0, process: 'web', msg: 'x', err: { stack: 'Error: y\n at z' } }
  expect(formatLogLine(JSON.stringify(failed))).toContain('\n  Error: y\n   at z')
})
