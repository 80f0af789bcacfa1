import { Webhook } from 'standardwebhooks'
import { describe, expect, it } from 'vitest'
import {
  decryptSecrets,
  encryptPrevious,
  encryptSecret,
  formatSecret,
  newSecret,
  signedHeaders,
} from './signature.ts'

const NOW = new Date()
const message = { messageId: 'msg_1', body: '{"type":"process.completed","data":{"name":"Vertrag – 日本"}}' }

/** A webhook's row with two secrets; the previous one is valid until `previousUntil`, null for none. */
function makeSecrets(previousUntil: Date | null) {
  const [current, previous] = [newSecret(), newSecret()]
  const row = {
    tenantId: 7,
    secret: encryptSecret(7, current),
    previousSecret: previousUntil && encryptSecret(7, previous),
    previousUntil,
  }
  return { row, current, previous }
}
/** Whether the public library accepts the headers. */
const verifies = (secret: Uint8Array, headers: Record<string, string>, body = message.body) => {
  try {
    new Webhook(formatSecret(secret)).verify(body, headers)
    return true
  } catch {
    return false
  }
}

it('formats a secret of 32 bytes as whsec_ and base64', () => {
  const secret = newSecret()
  expect(formatSecret(secret)).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  expect(Buffer.from(formatSecret(secret).slice(6), 'base64')).toEqual(Buffer.from(secret))
})

it('keeps the last three secrets when one is replaced again and again', () => {
  const secrets = Array.from({ length: 6 }, newSecret)
  const until = new Date(NOW.getTime() + 60_000)
  let { row } = makeSecrets(null)
  const known: Uint8Array[][] = []
  for (const secret of secrets) {
    const previousSecret = encryptPrevious(row, NOW)
    row = { ...row, secret: encryptSecret(7, secret), previousSecret, previousUntil: until }
    known.push(decryptSecrets(row, NOW))
  }
  expect(known[2]!.slice(0, 3).map(formatSecret)).toEqual(
    [secrets[2], secrets[1], secrets[0]].map((secret) => formatSecret(secret!)),
  )
  expect(known[5]!.map(formatSecret)).toEqual(secrets.slice(2).toReversed().map(formatSecret))
  expect(decryptSecrets(row, until).map(formatSecret)).toEqual([formatSecret(secrets[5]!)])
})

describe('the headers of signedHeaders', () => {
  it('equal those of the public library of Standard Webhooks', () => {
    const secret = newSecret()
    const headers = signedHeaders(message, [secret], NOW)
    expect(headers['webhook-id']).toBe('msg_1')
    expect(headers['webhook-timestamp']).toBe(String(Math.floor(NOW.getTime() / 1000)))
    expect(headers['webhook-signature']).toBe(
      new Webhook(formatSecret(secret)).sign('msg_1', NOW, message.body),
    )
  })

  it('are accepted by the library, and rejected after any change', () => {
    const secret = newSecret()
    const headers = signedHeaders(message, [secret], NOW)
    expect(verifies(secret, headers)).toBe(true)
    expect(verifies(newSecret(), headers)).toBe(false)
    expect(verifies(secret, headers, message.body.replace('name', 'mane'))).toBe(false)
    expect(verifies(secret, { ...headers, 'webhook-id': 'msg_2' })).toBe(false)
    const laterTimestamp = String(Number(headers['webhook-timestamp']) + 1)
    expect(verifies(secret, { ...headers, 'webhook-timestamp': laterTimestamp })).toBe(false)
  })

  it('are accepted with either of two secrets', () => {
    const secrets = [newSecret(), newSecret()]
    const headers = signedHeaders(message, secrets, NOW)
    expect(headers['webhook-signature']).toMatch(/^v1,\S{44} v1,\S{44}$/)
    expect(secrets.map((secret) => verifies(secret, headers))).toEqual([true, true])
  })
})

describe('decryptSecrets', () => {
  it('has the previous secret while it is valid', () => {
    const { row, current, previous } = makeSecrets(new Date(NOW.getTime() + 1000))
    const getHex = (secrets: Uint8Array[]) => secrets.map((secret) => Buffer.from(secret).toString('hex'))
    expect(getHex(decryptSecrets(row, NOW))).toEqual(getHex([current, previous]))
    expect(getHex(decryptSecrets(row, new Date(NOW.getTime() + 1000)))).toEqual(getHex([current]))
    expect(getHex(decryptSecrets({ ...row, previousUntil: null }, NOW))).toEqual(getHex([current]))
  })

  it('decrypts nothing for another tenant', () => {
    const { row, current } = makeSecrets(null)
    expect(row.secret.includes(Buffer.from(current))).toBe(false)
    expect(() => decryptSecrets({ ...row, tenantId: 8 }, NOW)).toThrow()
  })
})
