import { mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { EnvError, mailNotice, parseEnv } from './env.ts'
import { hasSecret, readInstallationSecret } from './runtime/installation-secret.ts'

const dataDir = () => mkdtempSync(join(tmpdir(), 'paraph-env-'))

describe('parseEnv', () => {
  it('has a default for every variable', () => {
    const env = parseEnv({ DATA_DIR: dataDir() })
    expect(env).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      appUrl: 'http://localhost:3000',
      databaseUrl: null,
      databaseAppUrl: null,
      storageUrl: null,
      smtpUrl: null,
      admin: null,
      signup: 'open',
      rateLimits: { principal: 300, address: 1000, login: 10, signing: 60, verify: 30, trust: 120 },
      webhookAllowedHosts: [],
      oidc: null,
      oidcAllowedHosts: [],
      tsa: null,
      trustedProxies: [],
      maxUploadBytes: 50 * 1024 * 1024,
      logLevel: 'info',
    })
  })

  it('creates a secret at first start, readable by its owner only, and reuses it', () => {
    const dir = dataDir()
    const first = parseEnv({ DATA_DIR: dir }).appSecret
    expect(first.length).toBeGreaterThanOrEqual(43)
    expect(parseEnv({ DATA_DIR: dir }).appSecret).toBe(first)
    expect(readFileSync(join(dir, 'app-secret'), 'utf8')).toBe(first)
    expect(statSync(join(dir, 'app-secret')).mode & 0o777).toBe(0o600)
    expect(readdirSync(dir)).toEqual(['app-secret'])
    writeFileSync(join(dir, 'app-secret'), '')
    expect(() => readInstallationSecret(dir)).toThrow('is empty')
    expect(parseEnv({ DATA_DIR: dataDir() }).appSecret).not.toBe(first)
  })

  it('creates no secret before one is asked for', () => {
    const dir = dataDir()
    const env = parseEnv({ DATA_DIR: dir })
    expect([hasSecret(env), readdirSync(dir)]).toEqual([false, []])
    expect(env.appSecret).toBe(env.appSecret)
    expect(hasSecret(env)).toBe(true)
  })

  it('treats empty variables as absent, and removes the trailing slash of APP_URL', () => {
    const env = parseEnv({
      DATA_DIR: dataDir(),
      SMTP_URL: '',
      PORT: '',
      APP_URL: 'https://sign.example.com/',
    })
    expect(env.smtpUrl).toBeNull()
    expect(env.appUrl).toBe('https://sign.example.com')
  })

  it('uses PORT in the default of APP_URL', () => {
    expect(parseEnv({ DATA_DIR: dataDir(), PORT: '4100' }).appUrl).toBe('http://localhost:4100')
  })

  it('takes an OpenID provider as a whole', () => {
    const issuer = { OIDC_ISSUER: 'https://login.example.com', OIDC_CLIENT_ID: 'paraph' }
    expect(() => parseEnv({ DATA_DIR: dataDir(), ...issuer })).toThrow(/go together/)
    const { oidc } = parseEnv({ DATA_DIR: dataDir(), ...issuer, OIDC_CLIENT_SECRET: 'secret' })
    expect(oidc).toEqual({
      issuer: 'https://login.example.com',
      clientId: 'paraph',
      clientSecret: 'secret',
      name: 'single sign-on',
    })
  })

  it('splits lists', () => {
    const env = parseEnv({
      DATA_DIR: dataDir(),
      TRUSTED_PROXIES: '10.0.0.0/8, ::1',
      TSA_URL: 'https://tsa.example.com,http://second.example.com/tsr',
    })
    expect(env.trustedProxies).toEqual(['10.0.0.0/8', '::1'])
    expect(env.tsa).toHaveLength(2)
  })

  it('names every invalid variable in its error', () => {
    const invalid = {
      DATA_DIR: dataDir(),
      PORT: 'eighty',
      SIGNUP: 'maybe',
      DATABASE_URL: 'mysql://localhost/x',
      APP_SECRET: 'short',
      RATE_LIMIT_LOGIN: '-1',
      MAX_UPLOAD_MB: '0',
      LOG_LEVEL: 'loud',
      TSA_URL: 'ftp://tsa',
    }
    expect(() => parseEnv(invalid)).toThrow(EnvError)
    const lines = (() => {
      try {
        parseEnv(invalid)
      } catch (error) {
        return (error as Error).message.split('\n')
      }
    })()
    expect(lines?.map((line) => line.split(' ')[0])).toEqual(
      expect.arrayContaining(Object.keys(invalid).filter((name) => name !== 'DATA_DIR')),
    )
    expect(lines).toContain('SIGNUP must be "open" or "closed".')
    expect(lines).toContain('DATABASE_URL must be a URL beginning with postgres:// or postgresql://.')
  })

  it('requires ADMIN_EMAIL and ADMIN_PASSWORD together', () => {
    expect(() => parseEnv({ DATA_DIR: dataDir(), ADMIN_EMAIL: 'a@example.com' })).toThrow('go together')
    const env = parseEnv({
      DATA_DIR: dataDir(),
      ADMIN_EMAIL: 'a@example.com',
      ADMIN_PASSWORD: 'a long password',
    })
    expect(env.admin).toEqual({
      email: 'a@example.com',
      password: 'a long password',
      tenantName: 'My organisation',
    })
  })

  it.each([
    [{}, 'no-reply@localhost'],
    [{ MAIL_FROM: 'Signatures <sign@example.com>' }, 'sign@example.com'],
    [{ MAIL_FROM: 'sign@example.com' }, 'sign@example.com'],
    [
      {
        MAIL_FROM: 'sign@example.com',
        ADMIN_EMAIL: 'admin@example.com',
        ADMIN_PASSWORD: 'a long password',
      },
      'admin@example.com',
    ],
  ])('with %j sends reports of abuse to %s', (source, address) => {
    expect(parseEnv({ DATA_DIR: dataDir(), ...source }).abuseEmail).toBe(address)
  })
})

describe('mailNotice', () => {
  it.each([
    ['smtp://mail.example', 'https://sign.example.com', /^$/],
    [null, 'http://localhost:3000', /http:\/\/localhost:3000\/mailbox/],
    [null, 'http://127.0.0.1:3000', /\/mailbox/],
    [null, 'http://[::1]:3000', /\/mailbox/],
    [
      null,
      'https://sign.example.com',
      /sign-up and \/mailbox are closed at https:\/\/sign\.example\.com\. Set SMTP_URL/,
    ],
    [null, 'http://localhost.example', /closed/],
  ])('depends on SMTP_URL %s and APP_URL %s', (smtpUrl, appUrl, expected) => {
    expect(mailNotice({ smtpUrl, appUrl })).toMatch(expected)
  })
})
