import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { handleSession, saveOnLeaving } from '#components/api/client.ts'
import { makeZone } from '#components/zones/model/zone-model.ts'
import { savers } from '#components/zones/saving/savers.ts'
import { ZoneSaver } from '#components/zones/saving/zone-saver.ts'
import { signOutAndForget } from './sign-out.ts'

const page = { width: 595, height: 842 }
const zone = makeZone('1', { type: 'text', documentId: 1, signerId: 9, page: 1 }, { x: 200, y: 200 }, page)
const replace = vi.fn()
const handler = { askPassword: vi.fn(), onEnded: vi.fn(), onOtherMode: vi.fn(), signInAgain: vi.fn() }
let removeHandler = () => {}
let kept: Map<string, string>

beforeEach(() => {
  kept = new Map()
  const storage = new Proxy(
    {
      setItem: (key: string, text: string) => void kept.set(key, text),
      getItem: (key: string) => kept.get(key) ?? null,
      removeItem: (key: string) => void kept.delete(key),
    },
    {
      ownKeys: () => [...kept.keys()],
      getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
    },
  )
  vi.stubGlobal('localStorage', storage)
  vi.stubGlobal('sessionStorage', storage)
  vi.stubGlobal('location', { replace, pathname: '/processes/1/prepare' })
  removeHandler = handleSession(handler)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
  vi.clearAllMocks()
  removeHandler()
  savers.clear()
})

/** Stubs the service; `saved` is its response to a save. @returns the paths of the requests */
function stubService(saved: () => Promise<Response>, signedOut = () => Response.json({ url: '/login' })) {
  const requests: string[] = []
  vi.stubGlobal('fetch', async (url: string) => {
    const { pathname } = new URL(url, 'http://localhost:3000')
    requests.push(pathname)
    if (pathname.endsWith('/fields')) return saved()
    return pathname.endsWith('/signout') ? signedOut() : Response.json({ csrfToken: '1' })
  })
  return requests
}

/** An editor with a field that is not saved yet. */
function openEditor() {
  const stored = { zones: [], ids: {}, etag: '"1"' }
  const saver = new ZoneSaver('processes/1', '7, live', stored, {
    read: async () => stored,
    readIsRemoved: async () => () => false,
    readEditor: async () => null,
    async save(_edited, etag) {
      await saveOnLeaving(
        'PUT /signature-processes/{id}/fields',
        { path: { id: 1 }, body: { fields: [] } },
        etag,
      )
      return stored
    },
  })
  savers.set('processes/1', saver)
  saver.change([zone])
  return saver
}

const ended = async () => Response.json({ error: { code: 'unauthenticated', message: '' } }, { status: 401 })

it('saves fields that wait, then ends the session', async () => {
  const requests = stubService(async () => Response.json({ data: [] }))
  const saver = openEditor()
  await signOutAndForget()
  expect(saver.isStored).toBe(true)
  expect(requests).toEqual(['/api/v1/signature-processes/1/fields', '/api/auth/csrf', '/api/auth/signout'])
  expect(replace).toHaveBeenCalledWith('/login')
})

it('does not ask to sign in when the session has ended before, and keeps nothing', async () => {
  stubService(ended)
  const saver = openEditor()
  await signOutAndForget()
  expect(replace).toHaveBeenCalledWith('/login')
  expect([handler.signInAgain, handler.onEnded].flatMap(({ mock }) => mock.calls)).toEqual([])
  saver.leavePage()
  expect([...kept.keys()]).toEqual([])
})

it('does not wait for a save without a response', async () => {
  vi.useFakeTimers()
  stubService(() => new Promise(() => {}))
  openEditor()
  const signedOut = signOutAndForget()
  await vi.advanceTimersByTimeAsync(2000)
  await signedOut
  expect(replace).toHaveBeenCalledWith('/login')
})

it('keeps the input when the session could not be ended', async () => {
  stubService(
    async () => Response.error(),
    () => {
      throw new TypeError('Failed to fetch')
    },
  )
  const saver = openEditor()
  await expect(signOutAndForget()).rejects.toThrow('Failed to fetch')
  saver.leavePage()
  expect([...kept.keys()]).toEqual(['paraph.input.zones.processes/1'])
  expect(replace).not.toHaveBeenCalled()
})
