import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { createContext, runInContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { themeCookie } from '#components/ui/preference-cookies.ts'
import { languageCookie, signerLocales } from '#lib/core/locales'
import { GET as offlineTexts } from '../../../app/offline-texts.js/route.tsx'

const source = readFileSync(resolve('public/service-worker.js'), 'utf8')
const texts = await offlineTexts().text()

interface Navigation {
  method?: string
  mode?: string
  path?: string
}

interface Route {
  condition: { urlPattern?: URLPattern; requestMode?: string }
  source: string
}

/** The listeners of the worker, whose requests have this outcome. */
function startWorker(outcome: Response | Error) {
  const listeners = new Map<string, (event: object) => void>()
  const fetch = async () => {
    if (outcome instanceof Error) throw outcome
    return outcome
  }
  const self = {
    addEventListener: (type: string, listener: () => void) => listeners.set(type, listener),
    skipWaiting() {},
  }
  const context = createContext({ self, fetch, Response, URL, URLPattern, crypto })
  Object.assign(context, { importScripts: () => runInContext(texts, context) })
  runInContext(source, context)
  return listeners
}

/**
 * What the worker responds to a request, for which the network has this outcome; null if it leaves the request alone.
 */
async function respond(
  outcome: Response | Error,
  { method = 'GET', mode = 'navigate', path = '/vault' }: Navigation = {},
) {
  const listeners = startWorker(outcome)
  let response: Promise<Response> | null = null
  const request = { method, mode, url: `https://paraph.example${path}` }
  listeners.get('fetch')?.({
    request,
    respondWith: (result: Promise<Response>) => {
      response = result
    },
  })
  return response as Promise<Response> | null
}

const noConnection = new TypeError('Failed to fetch')

describe('the service worker', () => {
  it('shows its page when a page cannot be loaded', async () => {
    const response = await respond(noConnection)
    expect(response?.status).toBe(503)
    const html = (await response?.text()) ?? ''
    const nonce = /nonce="([^"]+)"/.exec(html)?.[1]
    expect(response?.headers.get('content-security-policy')).toContain(`script-src 'nonce-${nonce}'`)
    expect(html).toContain('You are offline')
  })

  it('shows its page when a proxy answers for a service that has stopped', async () => {
    expect(await (await respond(new Response('Bad Gateway', { status: 502 })))?.text()).toContain('<svg')
  })

  it('leaves the responses of the service as they are, errors included', async () => {
    const page = new Response('page')
    expect(await respond(page)).toBe(page)
    const overloaded = new Response('', { status: 503, headers: { 'x-request-id': 'req_1' } })
    expect(await respond(overloaded)).toBe(overloaded)
  })

  it.each<Navigation>([{ path: '/api/v1/vault/packages' }, { method: 'POST' }, { mode: 'cors' }])(
    'leaves other requests alone: %o',
    async (navigation) => {
      expect(await respond(noConnection, navigation)).toBeNull()
    },
  )

  it('asks the browser for navigations to pages only, where the browser knows routes', () => {
    let routes: Route[] = []
    startWorker(noConnection).get('install')?.({
      addRoutes: (added: Route[]) => {
        routes = added
      },
    })
    const isSent = (mode: string, path: string) =>
      routes.some(
        ({ condition: { urlPattern, requestMode = mode }, source }) =>
          source === 'network' &&
          requestMode === mode &&
          urlPattern?.test(`https://paraph.example${path}`) !== false,
      )
    expect(isSent('navigate', '/vault')).toBe(false)
    expect(isSent('navigate', '/api/v1/vault/packages')).toBe(true)
    for (const mode of ['cors', 'no-cors', 'same-origin']) expect(isSent(mode, '/fonts/a.woff2')).toBe(true)
    expect(() => startWorker(noConnection).get('install')?.({})).not.toThrow()
  })

  it('does not make the browser send navigations twice, which a preload does', () => {
    expect(source).not.toContain('navigationPreload')
  })

  it('has the texts of every language, and reads the cookies of the reader', async () => {
    const html = (await (await respond(noConnection))?.text()) ?? ''
    const texts = JSON.parse(/const texts = (.*)/.exec(html)?.[1] ?? '{}')
    expect(Object.keys(texts)).toEqual([...signerLocales])
    for (const locale of signerLocales) expect(Object.keys(texts[locale])).toEqual(Object.keys(texts.en))
    expect(html).toContain(`cookieOf('${languageCookie}')`)
    expect(html).toContain(`cookieOf('${themeCookie}')`)
  })
})
