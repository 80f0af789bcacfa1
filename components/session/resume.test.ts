import { afterEach, expect, it, vi } from 'vitest'
import { onTestModeSetElsewhere } from '#components/shell/set-test-mode.ts'
import type { AccountRecord } from '#lib/identity/schema'
import { resumeSession } from './resume.ts'

afterEach(() => vi.unstubAllGlobals())

const account = (id: number, test_mode: boolean) =>
  ({ user: { id, email: 'ada@example.com' }, test_mode }) as AccountRecord

/** Stubs a service with a session of this account. @returns the requests that it gets */
function stubSession(current: AccountRecord, modeStatus = 200) {
  const requests: unknown[] = []
  vi.stubGlobal('fetch', async (path: string, { method, body }: RequestInit) => {
    requests.push([method, path, ...(body ? [JSON.parse(String(body))] : [])])
    return method === 'GET'
      ? Response.json({ data: current })
      : Response.json({ data: {}, error: { code: 'forbidden', message: 'No.' } }, { status: modeStatus })
  })
  return requests
}

const read = ['GET', '/api/v1/account']

it('goes on as the same user', async () => {
  const requests = stubSession(account(7, false))
  expect(await resumeSession(account(7, false))).toBe(true)
  expect(requests).toEqual([read])
})

it.each([true, false])(
  'gives the new session the mode of the page, and tells the other tabs: test mode %s',
  async (test_mode) => {
    const requests = stubSession(account(7, !test_mode))
    const stop = onTestModeSetElsewhere(() => {})
    const otherTab = new BroadcastChannel('paraph.test-mode')
    const told = new Promise((resolve) => {
      otherTab.onmessage = resolve
    })
    expect(await resumeSession(account(7, test_mode))).toBe(true)
    await told
    stop()
    otherTab.close()
    expect(requests).toEqual([read, ['PUT', '/api/v1/account/test-mode', { test_mode }]])
  },
)

it('does not go on as another user', async () => {
  const requests = stubSession(account(8, false))
  expect(await resumeSession(account(7, true))).toBe(false)
  expect(requests).toEqual([read])
})

it('fails when the mode cannot be set', async () => {
  stubSession(account(7, false), 403)
  await expect(resumeSession(account(7, true))).rejects.toMatchObject({ status: 403 })
})
