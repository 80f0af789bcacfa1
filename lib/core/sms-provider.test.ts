import { describe, expect, it } from 'vitest'
import { EnvError, parseEnv } from './env.ts'
import { makeSmsRequest } from './sms-provider.ts'

const base = { APP_SECRET: 'x'.repeat(32), SMS_URL: 'https://sms.example/send' }
const json = { ...base, SMS_BODY: '{"to":"{to}","parts":[{"text":"{text}"}],"ttl":600}' }
const parse = (source: Record<string, string>) => parseEnv({ APP_SECRET: 'x'.repeat(32), ...source }).sms

describe('the SMS provider', () => {
  it('is absent by default', () => expect(parse({})).toBeNull())

  it('gets JSON with the values in place of the placeholders, as texts', () => {
    const provider = parse({ ...json, SMS_HEADERS: '{"X-Key":"{secret}"}', SMS_SECRET: 's3"cret' })!
    expect(makeSmsRequest(provider, '+491701234589', 'A "code" {to}\n1')).toEqual({
      url: 'https://sms.example/send',
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-key': 's3"cret' },
      body: '{"to":"+491701234589","parts":[{"text":"A \\"code\\" {to}\\n1"}],"ttl":600}',
    })
  })

  it('gets a form, if the content type says so', () => {
    const provider = parse({
      ...base,
      SMS_HEADERS: '{"Content-Type":"application/x-www-form-urlencoded"}',
      SMS_BODY: '{"To":"{to}","Body":"{text}"}',
    })!
    expect(makeSmsRequest(provider, '+49170', 'a&b').body).toBe('To=%2B49170&Body=a%26b')
  })

  it('gets everything in the URL with GET', () => {
    const provider = parse({
      SMS_URL: 'http://10.0.0.7/sms?to={to}&text={text}&key={secret}',
      SMS_METHOD: 'GET',
      SMS_SECRET: 'a b',
    })!
    expect(makeSmsRequest(provider, '+49170', 'a&b')).toEqual({
      url: 'http://10.0.0.7/sms?to=%2B49170&text=a%26b&key=a%20b',
      method: 'GET',
      headers: {},
      body: null,
    })
  })

  it.each([
    [{ ...base, SMS_BODY: '{"to":"{to}"}' }, 'SMS_BODY or SMS_URL must contain {text}.'],
    [{ ...base, SMS_BODY: '{"text":"{text}"}' }, 'SMS_BODY or SMS_URL must contain {to}.'],
    [{ ...base, SMS_BODY: 'to={to}' }, 'SMS_BODY must be JSON.'],
    [{ ...json, SMS_HEADERS: '{"Authorization": 7}' }, 'SMS_HEADERS must be a JSON object of texts.'],
    [{ ...json, SMS_HEADERS: '[]' }, 'SMS_HEADERS must be a JSON object of texts.'],
    [{ ...json, SMS_HEADERS: '{"a b":"c"}' }, 'SMS_HEADERS must have names of HTTP headers as its members.'],
    [{ ...json, SMS_HEADERS: '{"a":"b\\nc"}' }, 'SMS_HEADERS must have texts in ASCII.'],
    [{ ...json, SMS_METHOD: 'PATCH' }, 'SMS_METHOD must be POST, PUT or GET.'],
    [{ ...json, SMS_METHOD: 'GET' }, 'SMS_BODY must be absent with SMS_METHOD=GET.'],
    [{ ...json, SMS_URL: 'sms.example' }, 'SMS_URL must be a URL beginning with https:// or http://.'],
    [{ ...json, SMS_HEADERS: '{"a":"{secret}"}' }, 'SMS_SECRET is missing: {secret} stands for it.'],
    [
      { SMS_SECRET: 'abc' },
      'SMS_URL is missing: SMS_HEADERS, SMS_BODY and SMS_SECRET describe a request to it.',
    ],
  ])('is refused at start: %o', (source, message) => {
    expect(() => parse(source as Record<string, string>)).toThrow(new EnvError(message))
  })
})
