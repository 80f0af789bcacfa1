import type { IncomingMessage, ServerResponse } from 'node:http'
import { describe, expect, it } from 'vitest'
import { addSeconds, now } from '#lib/core/clock'
import { setInstallationKey } from '#lib/core/secretbox'
import { writeEditorSession } from '#lib/processes/links/editor-session'
import { writeFrameSession } from '#lib/signing/frame/frame-session'
import { setPageHeaders } from './page-headers.ts'

/** The headers that the request and the response have then. */
function setHeaders(url: string, sent: Record<string, string> = {}) {
  const request = { url, headers: { ...sent } as Record<string, string> }
  const response = new Map<string, string>()
  setPageHeaders(
    request as unknown as IncomingMessage,
    {
      setHeader: (name: string, value: string) => response.set(name.toLowerCase(), value),
    } as unknown as ServerResponse,
  )
  return { request: request.headers, response }
}

const getNonce = (policy = '') => /'nonce-([^']+)'/.exec(policy)?.[1]

describe('the headers of a page', () => {
  it('allow scripts with a nonce that each response has for itself, and that Next knows', () => {
    const [first, second] = [setHeaders('/documents'), setHeaders('/documents')]
    const policy = first.response.get('content-security-policy')
    expect(getNonce(policy)).toMatch(/^[\w+/]{22}==$/)
    expect(first.request['content-security-policy']).toBe(policy)
    expect(getNonce(second.response.get('content-security-policy'))).not.toBe(getNonce(policy))
    expect(policy).toContain("default-src 'self'; ")
    expect(policy).toContain("object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'")
  })

  it('are not those that the client sends', () => {
    const sent = { 'content-security-policy': "script-src 'nonce-mine'", 'x-paraph-path': '/settings' }
    const { request } = setHeaders('/documents?search=lease', sent)
    expect(getNonce(request['content-security-policy'])).not.toBe('mine')
    expect(request['x-paraph-path']).toBe('/documents?search=lease')
  })

  it.each([
    ['/vault?_rsc=1a2b', '/vault'],
    ['/vault?page=2&_rsc=1a2b', '/vault?page=2'],
    ['/vault?_rsc=1a2b&page=2', '/vault?page=2'],
    ['/vault?from_rsc=1', '/vault?from_rsc=1'],
  ])('name the path of %s without what the router adds', (url, path) => {
    expect(setHeaders(url).request['x-paraph-path']).toBe(path)
  })

  it.each(['/texts/', '/texts/a/b.js', '/texts/en-auth', '/api/../login', 'http://localhost/login'])(
    'are set for %s',
    (url) => {
      expect(setHeaders(url).response.size).toBe(3)
    },
  )

  it.each(['http://localhost/sign/abc', '/_next/../sign/abc'])('are those of its page for %s', (url) => {
    const { request, response } = setHeaders(url)
    expect(request['x-paraph-path']).toBe('/sign/abc')
    expect(response.get('referrer-policy')).toBe('no-referrer')
    expect(response.get('content-security-policy')).toContain("frame-ancestors 'self'")
  })

  it.each([
    '/sign/abc',
    '/invitation/abc',
    '/recovery/abc',
    '/confirm-address/abc',
    '/again?path=%2Fembed%2Fx',
  ])('keep the secret in %s from other sites', (path) => {
    expect(setHeaders(path).response.get('referrer-policy')).toBe('no-referrer')
  })

  it('let our own pages embed the signing page only', () => {
    expect(setHeaders('/sign/abc').response.get('content-security-policy')).toContain(
      "frame-ancestors 'self'",
    )
  })

  it('let the origins of a frame’s session embed its page, and anyone that of links that have ended', () => {
    setInstallationKey(new Uint8Array(32))
    const session = { token: 'x', origins: ['https://a.example', 'https://b.example'] }
    const frame = writeFrameSession(session, addSeconds(now(), 60))
    const ancestors = (path: string) =>
      /frame-ancestors (.*)$/.exec(setHeaders(path).response.get('content-security-policy')!)?.[1]
    expect(ancestors(`/sign/frame/${frame}`)).toBe('https://a.example https://b.example')
    expect(ancestors('/sign/frame/ended')).toBe('*')
    expect(ancestors('/again?status=429&path=%2Fembed%2Fx')).toBe('*')
    const expired = writeFrameSession(session, addSeconds(now(), -1))
    // Reloaded after its end, the frame says so: without this it would be the browser's page of a refused connection.
    expect(ancestors(`/sign/frame/${expired}`)).toBe('https://a.example https://b.example')
    const noOrigins = writeFrameSession({ token: 'x', origins: [] }, addSeconds(now(), 60))
    for (const token of [noOrigins, 'x'.repeat(43), frame.replace('.', '%2E'), `${frame}=`])
      expect(ancestors(`/sign/frame/${token}`)).toBe("'none'")
    expect(ancestors('/embed/x')).toBe("'none'")
    const draft = { tenantId: 1, processId: 2, keyHash: 'x', finish: 'done' as const }
    const editor = writeEditorSession({ ...draft, origins: session.origins }, addSeconds(now(), -1))
    expect(ancestors(`/embed/editor/${editor}`)).toBe('https://a.example https://b.example')
    for (const token of ['x', 'ended', frame, `${editor}=`])
      expect(ancestors(`/embed/editor/${token}`)).toBe("'none'")
  })

  it.each([
    '/api/v1/documents',
    '/_next/static/a.js',
    '/texts/en-auth.a.js',
    '/pdfjs/a.mjs',
    '/icon.svg',
    'http://localhost/api/v1/documents',
    '//',
    'http://[',
  ])('are not set for %s', (path) => {
    expect(setHeaders(path).response.size).toBe(0)
  })
})
