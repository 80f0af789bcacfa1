import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { env } from '#lib/core/env'
import { rejectExpectation, rejectMalformed, rejectUnparsed } from './reject-malformed.ts'

it.each(['TRACE', 'CONNECT', 'PROPFIND', ''])('405 for %s, in the shape of every error', async (method) => {
  const errorResponse = (await rejectMalformed({ method, url: '/api/v1/documents', headers: {} }))!
  expect([errorResponse.status, errorResponse.headers.get('allow')]).toEqual([
    405,
    'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS',
  ])
  const { error } = await errorResponse.json()
  expect(error).toMatchObject({
    code: 'method_not_allowed',
    request_id: errorResponse.headers.get('x-request-id'),
  })
})

it.each(['/api/v1/documents/%ff', '/%', '/developers/%c3', '/a%00b', '*', '//', 'documents', 'http://', ''])(
  '404 for %s, which is not a path',
  async (url) => {
    const errorResponse = (await rejectMalformed({ method: 'GET', url, headers: {} }))!
    expect(errorResponse.status).toBe(404)
    expect((await errorResponse.json()).error.code).toBe('not_found')
  },
)

it.each(['/', '/api/v1/documents?search=%ff', '/documents/d%C3%A9j%C3%A0'])('lets %s pass', (url) => {
  for (const method of ['GET', 'HEAD', 'OPTIONS', 'DELETE']) {
    expect(rejectMalformed({ method, url, headers: { host: 'sign.example.com:443' } })).toBeNull()
  }
})

it.each(['256.256.256.256', 'a:99999', '[1.2]', 'a b'])('400 for the invalid host %s', async (host) => {
  const errorResponse = (await rejectMalformed({ method: 'GET', url: '/', headers: { host } }))!
  expect([errorResponse.status, (await errorResponse.json()).error.errors]).toEqual([
    400,
    { Host: ['Is not a host name.'] },
  ])
})

it('400 without a host, as HTTP/1.1 asks for one', async () => {
  const request = { method: 'GET', url: '/', headers: {} }
  const errorResponse = (await rejectMalformed({ ...request, httpVersion: '1.1' }))!
  expect([errorResponse.status, (await errorResponse.json()).error.errors]).toEqual([
    400,
    { Host: ['Is required.'] },
  ])
  expect(rejectMalformed({ ...request, httpVersion: '1.0' })).toBeNull()
})

it('417 for an expectation other than 100-continue, in the shape of every error', async () => {
  const server = createServer().on('checkExpectation', rejectExpectation).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const connection = connect((server.address() as AddressInfo).port, '127.0.0.1')
  connection.write('GET / HTTP/1.1\r\nHost: a\r\nExpect: foo\r\nConnection: close\r\n\r\n')
  const [head, body] = (await text(connection)).split('\r\n\r\n') as [string, string]
  const { error } = JSON.parse(body)
  expect(head).toContain('HTTP/1.1 417 Expectation Failed')
  expect(head).toContain(`X-Request-Id: ${error.request_id}`)
  expect([error.code, Object.keys(error.errors)]).toEqual(['validation_error', ['Expect']])
  server.close()
})

it('counts the request of an address, and sends the rate-limit headers', async () => {
  const headers = { 'x-paraph-peer': '2001:db8:9::1' }
  const remaining = async () =>
    Number((await rejectMalformed({ method: 'TRACE', headers }))!.headers.get('x-ratelimit-remaining'))
  expect(await remaining()).toBe(env().rateLimits.address - 1)
  expect(await remaining()).toBe(env().rateLimits.address - 2)
})

it.each([
  [
    431,
    'headers that are too long',
    `GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`,
    'Headers',
  ],
  [408, 'a request that does not end', 'GET / HTTP/1.1\r\nHost: a\r\n', 'Request'],
  [400, 'bytes that are not HTTP', 'Good day to you\r\n\r\n', 'Request'],
])('%i for %s, in the shape of every error', async (status, _description, requestText, field) => {
  const timeouts = { headersTimeout: 100, requestTimeout: 200, connectionsCheckingInterval: 50 }
  const server = createServer(timeouts).on('clientError', rejectUnparsed).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const connection = connect((server.address() as AddressInfo).port, '127.0.0.1')
  connection.write(requestText)
  const [head, body] = (await text(connection)).split('\r\n\r\n') as [string, string]
  const { error } = JSON.parse(body)
  expect(head).toContain(`HTTP/1.1 ${status} `)
  expect(head).toContain(`X-Request-Id: ${error.request_id}`)
  expect([error.code, Object.keys(error.errors)]).toEqual(['validation_error', [field]])
  expect(head).toContain('X-Content-Type-Options: nosniff')
  server.close()
})

it('writes nothing during a response', () => {
  const connection = Object.assign(new PassThrough(), { _httpMessage: { headersSent: true } })
  connection.on('error', () => {})
  rejectUnparsed(new Error('cut off'), connection)
  expect([connection.destroyed, connection.read()]).toEqual([true, null])
})
