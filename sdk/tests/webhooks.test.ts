import { randomBytes } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import { describe, expect, expectTypeOf, it } from 'vitest'
import { verifyWebhook, type WebhookEvent } from '../src/index.ts'

const secret = newSecret()
const body = '{"type":"process.completed","data":{"process_id":7,"name":"Vertrag – 日本"}}'

function newSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`
}

/** The headers of a delivery, signed by the public library of Standard Webhooks. */
function getHeaders({ secrets = [secret], at = new Date(), id = 'msg_1' } = {}): Record<string, string> {
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': secrets.map((one) => new Webhook(one).sign(id, at, body)).join(' '),
  }
}
const secondsAgo = (seconds: number) => new Date(Date.now() - seconds * 1000)
const signatureError = (message: RegExp) => ({
  name: 'ParaphError',
  code: 'invalid_webhook',
  status: null,
  message: expect.stringMatching(message),
})

describe('verifyWebhook returns the event', () => {
  it('of a body as text or bytes', async () => {
    const bytes = new TextEncoder().encode(body)
    const slice = Buffer.concat([Buffer.from('…'), bytes]).subarray(3)
    for (const received of [body, bytes, bytes.buffer, slice])
      expect(await verifyWebhook(received, getHeaders(), secret)).toEqual(JSON.parse(body))
  })

  it('with the headers of fetch and of Node, in any case', async () => {
    const headers = getHeaders()
    const upper = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]),
    )
    const lists = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]]))
    for (const received of [new Headers(headers), upper, lists])
      expect(await verifyWebhook(body, received, secret)).toEqual(JSON.parse(body))
  })

  it('by either of two secrets, with or without their prefix', async () => {
    const next = newSecret()
    const headers = getHeaders({ secrets: [next, secret] })
    for (const known of [secret, next, secret.slice('whsec_'.length)])
      expect(await verifyWebhook(body, headers, known)).toEqual(JSON.parse(body))
  })

  it('of any age that is tolerated', async () => {
    const headers = getHeaders({ at: secondsAgo(290) })
    expect(await verifyWebhook(body, headers, secret)).toBeDefined()
    const oldHeaders = getHeaders({ at: secondsAgo(3000) })
    expect(await verifyWebhook(body, oldHeaders, secret, { toleranceSeconds: 3600 })).toBeDefined()
  })

  it('whose data has the type of its event', () => {
    type CompletedEvent = Extract<WebhookEvent, { type: 'process.completed' }>
    expectTypeOf<CompletedEvent['data']['documents']>().toEqualTypeOf<number[]>()
    expectTypeOf<WebhookEvent['test_mode']>().toEqualTypeOf<boolean>()
  })
})

describe('verifyWebhook refuses', () => {
  it.each([
    ['another body', body.replace('7', '8'), {}],
    ['another id', body, { 'webhook-id': 'msg_2' }],
    ['another time', body, { 'webhook-timestamp': String(Math.floor(Date.now() / 1000) - 1) }],
    [
      'another version',
      body,
      { 'webhook-signature': getHeaders()['webhook-signature']!.replace('v1', 'v2') },
    ],
    ['a signature that is no base64', body, { 'webhook-signature': 'v1,%% v1 v1,' }],
    ['half a signature', body, { 'webhook-signature': getHeaders()['webhook-signature']!.slice(0, 23) }],
  ])('%s', async (_, received, changes) => {
    const call = verifyWebhook(received, { ...getHeaders(), ...changes }, secret)
    await expect(call).rejects.toMatchObject(signatureError(/secret/))
  })

  it('another secret, and one that is none', async () => {
    await expect(verifyWebhook(body, getHeaders(), newSecret())).rejects.toMatchObject(
      signatureError(/secret/),
    )
    for (const wrongSecret of ['', 'whsec_', 'whsec_%%'])
      await expect(verifyWebhook(body, getHeaders(), wrongSecret)).rejects.toThrow(TypeError)
  })

  it.each([
    ['from long ago', { at: secondsAgo(310) }],
    ['from the future', { at: secondsAgo(-310) }],
  ])('a delivery %s', async (_, options) => {
    await expect(verifyWebhook(body, getHeaders(options), secret)).rejects.toMatchObject(
      signatureError(/time/),
    )
  })

  it.each(['', 'soon', '1e9', '-1', '0x10'])('the time “%s”', async (time) => {
    const call = verifyWebhook(body, { ...getHeaders(), 'webhook-timestamp': time }, secret)
    await expect(call).rejects.toMatchObject(signatureError(/time/))
  })

  it('headers without a signature, and a body that was parsed', async () => {
    await expect(verifyWebhook(body, {}, secret)).rejects.toMatchObject(signatureError(/missing/))
    await expect(verifyWebhook(JSON.parse(body), getHeaders(), secret)).rejects.toThrow(/not parsed/)
  })
})
