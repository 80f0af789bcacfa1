import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { env } from '#lib/core/env'
import { isOpenedByBrowser, parseAgain, redirectToAgain, redirectToLogin, redirectToPage } from './again.ts'

const file = '/api/v1/signing/0123456789abcdef/documents/7/file'
const open = (path: string, status: number, token = '0123456789abcdef') =>
  redirectToPage(Response.json({}, { status }), new Request(env().appUrl + path), token)

describe('the page in place of an error', () => {
  it.each([
    ['/embed/a-b_c', 'frame'],
    ['/sign/phone/a-b_c', 'phone'],
    ['/sign/in-person/a-b_c', null],
    [file, null],
    ['/api/v1/signing/frame.a-b_c/download?document_id=7', null],
  ])('opens %s again', (path, place) => {
    const { searchParams } = new URL(
      redirectToAgain(new Response(null, { status: 429 }), path).headers.get('location')!,
    )
    expect(parseAgain(Object.fromEntries(searchParams))).toEqual({ status: 429, path, place })
  })

  it('leads to no other site, and to nothing that changes something', () => {
    const paths = [
      '//evil.example',
      'https://evil.example/embed/x',
      '/embed/../x',
      '/embed/x?y',
      'javascript:alert(1)',
    ]
    for (const path of [...paths, '/api/v1/signing/x', ['/embed/x', '/embed/y'], undefined])
      expect(parseAgain({ status: '503', path })).toEqual({ status: 503, path: '/', place: null })
    fc.assert(
      fc.property(fc.webUrl({ withQueryParameters: true }), (path) => {
        expect(parseAgain({ path }).path).toBe('/')
      }),
    )
  })

  it('knows no other status than those it has words for', () => {
    for (const status of ['200', 'x', ['429', '429'], undefined])
      expect(parseAgain({ status, path: '/embed/x' }).status).toBe(503)
  })
})

describe('an error of a signer’s file', () => {
  it.each([401, 403, 404, 409])('is told by the signing page: %i', (status) => {
    expect([open(file, status).status, open(file, status).headers.get('location')]).toEqual([
      ...[303, `${env().appUrl}/sign/0123456789abcdef`],
    ])
    const frame = open('/api/v1/signing/frame.abc/download', status, 'frame.abc')
    expect(frame.headers.get('location')).toBe(`${env().appUrl}/sign/frame/frame.abc`)
  })

  it.each([429, 500, 503, 507])('that may pass can be tried again: %i', (status) => {
    const response = open(`${file}?x=1`, status)
    expect(response.headers.get('location')).toBe(
      `${env().appUrl}/again?${new URLSearchParams({ status: String(status), path: `${file}?x=1` })}`,
    )
    expect([response.headers.get('content-type'), response.headers.get('referrer-policy')]).toEqual([
      ...[null, 'no-referrer'],
    ])
  })
})

it('keeps what an error says of its limit', () => {
  const error = Response.json({}, { status: 429, headers: { 'retry-after': '9' } })
  expect(redirectToAgain(error, '/embed/x').headers.get('retry-after')).toBe('9')
  expect(redirectToLogin(error).headers.get('location')).toBe(`${env().appUrl}/login?error=failed`)
})

it('is for browsers that open a page: clients and scripts get the error', () => {
  const isPage = (accept: string, mode: string | null = 'navigate', method = 'GET') =>
    isOpenedByBrowser(
      new Request('http://localhost/', {
        method,
        headers: { ...(accept && { accept }), ...(mode && { 'sec-fetch-mode': mode }) },
      }),
    )
  expect(isPage('text/html,application/xhtml+xml,*/*;q=0.8')).toBe(true)
  for (const accept of ['*/*', 'application/json', 'application/pdf', '']) expect(isPage(accept)).toBe(false)
  expect(isPage('text/html', 'navigate', 'POST')).toBe(false)
  for (const mode of ['cors', 'no-cors', null])
    expect(isPage('text/html, image/gif, image/jpeg, *; q=.2, */*; q=.2', mode)).toBe(false)
})
