import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync } from 'node:fs'
import { createServer as createTls } from 'node:https'
import { type AddressInfo, createServer as createTcp } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates, type TLSSocket } from 'node:tls'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { env } from '#lib/core/env'
import { resolveTarget } from '#lib/core/network/outbound-guard'
import { errorText } from '#lib/messages/errors'
import { openReceiver, respondAfter } from '#lib/testing/servers/receiver'
import type { LogRow, MessageRow, WebhookRow } from '../present.ts'
import { post } from './post.ts'
import { type DeliveryAttempt, send } from './send.ts'
import { encryptSecret, newSecret } from './signature.ts'

const receiver = await openReceiver()
const neverAborts = new AbortController().signal

beforeEach(() => {
  receiver.received.length = 0
})
afterEach(() => {
  env().webhookAllowedHosts.splice(1)
})
afterAll(() => receiver.close())

/** A delivery attempt with only the members that `send` reads. */
function attemptTo(url: string): DeliveryAttempt {
  const webhook = {
    tenantId: 7,
    url,
    secret: encryptSecret(7, newSecret()),
    previousSecret: null,
    previousUntil: null,
  }
  const message = { messageId: 'msg_1', body: '{"type":"document.uploaded"}' }
  return {
    webhook: webhook as unknown as WebhookRow,
    message: message as unknown as MessageRow,
    log: {} as LogRow,
  }
}

describe('a response', () => {
  it.each([
    [200, true, null],
    [201, true, null],
    [204, true, null],
    [299, true, null],
    [301, false, errorText('failures.redirectNotFollowed', { status: 301 })],
    [304, false, errorText('failures.redirectNotFollowed', { status: 304 })],
    [400, false, errorText('failures.respondedWithStatus', { status: 400 })],
    [410, false, errorText('failures.respondedWithStatus', { status: 410 })],
    [500, false, errorText('failures.respondedWithStatus', { status: 500 })],
  ])('%d is a success: %s', async (status, success, error) => {
    receiver.respondWith(status)
    expect(await send(attemptTo(receiver.url), neverAborts)).toMatchObject({ status, success, error })
  })

  it('is not followed when it is a redirect', async () => {
    receiver.respondWith((response) => response.writeHead(307, { location: receiver.url }).end())
    const outcome = await send(attemptTo(receiver.url), neverAborts)
    expect(outcome).toMatchObject({ status: 307, success: false })
    expect(receiver.received).toHaveLength(1)
  })

  it('is stored up to 1 KB, and its rest is not read', async () => {
    let isCutOff = false
    receiver.respondWith((response) => {
      response.on('close', () => {
        isCutOff = !response.writableFinished
      })
      response.writeHead(200)
      const writeUntilClosed = () => {
        while (!response.destroyed && response.write('x'.repeat(65_536)));
        response.once('drain', writeUntilClosed)
      }
      writeUntilClosed()
    })
    const outcome = await send(attemptTo(receiver.url), neverAborts)
    expect(outcome).toMatchObject({ success: true, body: 'x'.repeat(1024) })
    await expect.poll(() => isCutOff).toBe(true)
  })

  it('is stored as valid text: without NUL or truncated characters', async () => {
    receiver.respondWith((response) => response.end(`a\0b${'é'.repeat(600)}`))
    const { body } = await send(attemptTo(receiver.url), neverAborts)
    expect(body).toBe(`a\ufffdb${'é'.repeat(510)}`)
    receiver.respondWith((response) => response.end(Buffer.from([0x68, 0xff, 0x69])))
    expect((await send(attemptTo(receiver.url), neverAborts)).body).toBe('h\ufffdi')
  })

  it('counts by its status even when its body is cut off', async () => {
    receiver.respondWith((response) => {
      response.writeHead(200, { 'content-length': '500' })
      response.write('half')
      setTimeout(() => response.destroy(), 20)
    })
    expect(await send(attemptTo(receiver.url), neverAborts)).toMatchObject({ success: true, body: 'half' })
  })
})

describe('an attempt', () => {
  it.each([
    [
      '101 with another protocol',
      'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n',
    ],
    ['101 without one', 'HTTP/1.1 101 Switching Protocols\r\nContent-Length: 0\r\n\r\n'],
  ])('fails at once by %s', async (_what, response) => {
    const server = createTcp((socket) =>
      socket.on('error', () => {}).once('data', () => socket.write(response)),
    )
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    env().webhookAllowedHosts.push('127.0.0.1')
    const outcome = await send(attemptTo(`http://127.0.0.1:${port}/`), neverAborts, 3)
    expect(outcome).toMatchObject({
      success: false,
      status: 101,
      error: errorText('failures.respondedWithStatus', { status: 101 }),
    })
    expect(outcome.durationMilliseconds).toBeLessThan(2000)
    server.close()
  })

  it('fails without a response within the timeout', async () => {
    receiver.respondWith(respondAfter(5000))
    const outcome = await send(attemptTo(receiver.url), neverAborts, 0.3)
    expect(outcome).toMatchObject({
      success: false,
      status: null,
      error: errorText('failures.noResponseInTime', { seconds: 0.3 }),
    })
    expect(outcome.durationMilliseconds).toBeGreaterThanOrEqual(290)
    expect(outcome.durationMilliseconds).toBeLessThan(2000)
  })

  it('ends at the timeout when the body is slow, and counts by its status', async () => {
    receiver.respondWith((response) => {
      response.writeHead(200)
      const interval = setInterval(() => response.write('.'), 50)
      response.on('close', () => clearInterval(interval))
    })
    const outcome = await send(attemptTo(receiver.url), neverAborts, 0.3)
    expect(outcome).toMatchObject({ success: true, status: 200 })
    expect(outcome.durationMilliseconds).toBeLessThan(2000)
  })

  it('has an error text without the resolved address', async () => {
    env().webhookAllowedHosts.push('127.0.0.1')
    const closedServer = createTcp()
    await new Promise<void>((resolve) => closedServer.listen(0, '127.0.0.1', resolve))
    const { port } = closedServer.address() as AddressInfo
    await new Promise((resolve) => closedServer.close(resolve))
    const result = await send(attemptTo(`http://127.0.0.1:${port}/`), neverAborts)
    expect(result.error).toEqual(errorText('failures.connectionRefused'))
    const resettingServer = createTcp((socket) => socket.destroy()).listen(port, '127.0.0.1')
    const reset = await send(attemptTo(`http://127.0.0.1:${port}/`), neverAborts)
    expect(reset.error).toEqual(errorText('failures.connectionReset'))
    resettingServer.close()
  })

  it('sends nothing to a forbidden target', async () => {
    env().webhookAllowedHosts.length = 0
    const outcome = await send(attemptTo(receiver.url), neverAborts)
    expect(outcome).toMatchObject({ success: false, error: errorText('documents.urlMustBeHttps') })
    const withHttps = await send(attemptTo(receiver.url.replace('http:', 'https:')), neverAborts)
    expect(withHttps.error).toEqual(errorText('documents.addressNotPublic'))
    expect(receiver.received).toEqual([])
    env().webhookAllowedHosts.push(new URL(receiver.url).host)
  })

  it('is aborted with an error when the worker must end', async () => {
    receiver.respondWith(respondAfter(5000))
    const stop = new AbortController()
    setTimeout(() => stop.abort(new Error('the worker ends')), 50)
    await expect(send(attemptTo(receiver.url), stop.signal)).rejects.toThrow('the worker ends')
  })
})

describe('the connection', () => {
  it('connects to the checked address, even if the name has changed', async () => {
    const { port } = new URL(receiver.url)
    receiver.respondWith(204)
    const url = new URL(`http://rebound.example:${port}/in?x=1`)
    const target = { url, host: 'rebound.example', addresses: [{ address: '127.0.0.1', family: 4 as const }] }
    expect(await post(target, { 'x-one': '1' }, '{}', neverAborts)).toMatchObject({ status: 204 })
    expect(receiver.received[0]).toMatchObject({
      path: '/in?x=1',
      headers: { host: `rebound.example:${port}`, 'x-one': '1', 'content-length': '2' },
    })
  })

  it('verifies the TLS certificate against the name', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'paraph-tls-'))
    const [keyFile, certFile] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
    const subject = ['-subj', '/CN=hooks.internal', '-addext', 'subjectAltName=DNS:hooks.internal']
    const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '1']
    execFileSync('openssl', ['req', '-x509', ...curve, ...subject, '-keyout', keyFile, '-out', certFile], {
      stdio: 'ignore',
    })
    const names: (string | false | null)[] = []
    const server = createTls(
      { key: readFileSync(keyFile), cert: readFileSync(certFile) },
      (request, response) => {
        names.push((request.socket as TLSSocket).servername, request.headers.host ?? null)
        response.writeHead(204).end()
      },
    )
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    env().webhookAllowedHosts.push('hooks.internal', 'other.internal')
    const statusFrom = async (host: string) => {
      const target = await resolveTarget(`https://${host}:${port}/`, env().webhookAllowedHosts, async () => [
        '127.0.0.1',
      ])
      const reply = await post(target, {}, '{}', neverAborts).catch((error: NodeJS.ErrnoException) => error)
      return 'status' in reply ? reply.status : reply.code
    }
    expect(await statusFrom('hooks.internal')).toBe('DEPTH_ZERO_SELF_SIGNED_CERT')
    const defaultCertificates = getCACertificates('default')
    setDefaultCACertificates([...defaultCertificates, readFileSync(certFile, 'utf8')])
    expect(await statusFrom('hooks.internal')).toBe(204)
    expect(await statusFrom('other.internal')).toBe('ERR_TLS_CERT_ALTNAME_INVALID')
    setDefaultCACertificates(defaultCertificates)
    expect(names).toEqual(['hooks.internal', `hooks.internal:${port}`])
    server.close()
  })
})
