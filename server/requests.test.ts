import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { beginRequest } from './requests.ts'

/** Answers with the URL of the request. */
const server = createServer((request, response) => {
  beginRequest(server, request, response, 'a-request')
  response.end(request.url)
})
beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening')
})
afterAll(() => server.close())

it.each([
  ['http://sign.example.com/api/v1/health/live?a=http://b', '/api/v1/health/live?a=http://b'],
  ['HTTPS://sign.example.com:8443/login', '/login'],
  ['http://sign.example.com', '/'],
  ['http://sign.example.com?a', '/?a'],
  ['http://sign.example.com//other.example', '//other.example'],
  ['/login?next=http://sign.example.com/', '/login?next=http://sign.example.com/'],
  ['ftp://sign.example.com/', 'ftp://sign.example.com/'],
])('reads the target %s as %s', async (target, url) => {
  const connection = connect((server.address() as AddressInfo).port, '127.0.0.1')
  connection.end(`GET ${target} HTTP/1.0\r\nHost: a\r\n\r\n`)
  expect((await text(connection)).split('\r\n\r\n')[1]).toBe(url)
})
