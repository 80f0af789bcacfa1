import { expect, it } from 'vitest'
import { env } from '#lib/core/env'
import { refusedAtTheEntrance } from './entrance.ts'

it.each(['TRACE', 'CONNECT', 'PROPFIND', ''])('405 for %s, in the one shape', async (method) => {
  const refused = (await refusedAtTheEntrance({ method, url: '/api/v1/documents', headers: {} }))!
  expect([refused.status, refused.headers.get('allow')]).toEqual([
    405,
    'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS',
  ])
  const { error } = await refused.json()
  expect(error).toMatchObject({ code: 'method_not_allowed', request_id: refused.headers.get('x-request-id') })
})

it.each(['/api/v1/documents/%ff', '/%', '/developers/%c3', '/a%00b'])(
  '404 for %s, which is no text',
  async (url) => {
    const refused = (await refusedAtTheEntrance({ method: 'GET', url, headers: {} }))!
    expect(refused.status).toBe(404)
    expect((await refused.json()).error.code).toBe('not_found')
  },
)

it.each(['/', '/api/v1/documents?search=%ff', '/documents/d%C3%A9j%C3%A0'])('lets %s pass', (url) => {
  for (const method of ['GET', 'HEAD', 'OPTIONS', 'DELETE']) {
    expect(refusedAtTheEntrance({ method, url, headers: { host: 'sign.example.com:443' } })).toBeNull()
  }
})

it.each(['256.256.256.256', 'a:99999', '[1.2]', 'a b'])(
  '400 for the host %s, which is none',
  async (host) => {
    const refused = (await refusedAtTheEntrance({ method: 'GET', url: '/', headers: { host } }))!
    expect([refused.status, (await refused.json()).error.errors]).toEqual([400, { Host: ['Names no host.'] }])
  },
)

it('counts who asks, and says so', async () => {
  const headers = { 'x-paraph-peer': '2001:db8:9::1' }
  const left = async () =>
    Number((await refusedAtTheEntrance({ method: 'TRACE', headers }))!.headers.get('x-ratelimit-remaining'))
  expect(await left()).toBe(env().rateLimits.address - 1)
  expect(await left()).toBe(env().rateLimits.address - 2)
})
