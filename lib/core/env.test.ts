import { mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { EnvError, mailNotice, parseEnv } from './env.ts'
import { hasSecret, readInstallationSecret } from './runtime/installation-secret.ts'
import { readProcessCounts } from './runtime/process-counts.ts'
import { readTraces } from './runtime/trace-variables.ts'

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

  it('treats empty and blank variables as absent, and removes the trailing slash of APP_URL', () => {
    const env = parseEnv({
      DATA_DIR: dataDir(),
      SMTP_URL: '',
      PORT: '',
      HOST: ' ',
      RATE_LIMIT_LOGIN: ' ',
      APP_URL: 'https://sign.example.com/',
    })
    expect(env.host).toBe('127.0.0.1')
    const spaced = parseEnv({ DATA_DIR: ` ${env.dataDir} `, HOST: ' ::1' })
    expect([spaced.dataDir, spaced.host]).toEqual([env.dataDir, '::1'])
    expect(env.smtpUrl).toBeNull()
    expect(env.rateLimits.login).toBe(10)
    expect(readProcessCounts({ WEB_PROCESSES: ' ' })).toEqual(readProcessCounts({}))
    expect(env.appUrl).toBe('https://sign.example.com')
  })

  it('takes scheme and host of APP_URL in lower case, as browsers do', () => {
    const appUrl = (text: string) => parseEnv({ DATA_DIR: dataDir(), APP_URL: text }).appUrl
    expect(appUrl(' HTTPS://Sign.Example.com:8443// ')).toBe('https://sign.example.com:8443')
    expect(appUrl('http://[::1]:3000/')).toBe('http://[::1]:3000')
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

  it.each([
    [
      'TSA_URL',
      'tsa.example',
      'must be "internal", or URLs beginning with http:// or https://, separated by commas',
    ],
    ['TSA_URL', 'Internal', 'must be "internal"'],
    ['TSA_URL', 'internal,https://tsa.example', 'must be "internal"'],
    ['MAIL_FROM', 'x', 'must be an email address, or a name and an address as in Paraph <sign@example.com>'],
    ['MAIL_FROM', 'hello world', 'must be an email address'],
    ['MAIL_FROM', 'Paraph <no-reply>', 'must be an email address'],
    ['ADMIN_EMAIL', 'x', 'must be an email address.'],
    ['TENANT_NAME', 'x'.repeat(121), 'must have at most 120 characters'],
    ['STORAGE_URL', 's3:bucket', 'must be a URL beginning with s3://'],
    ['STORAGE_URL', 's3://', 'must be a URL with a host'],
    ['STORAGE_URL', 's3:///prefix', 'must be a URL with a host'],
    ['STORAGE_URL', 's3://b?endpoint=foo', 'must be a URL whose endpoint begins with http:// or https://'],
    ['SMTP_URL', 'smtp:mail.example', 'must be a URL beginning with smtp:// or smtps://'],
    ['SMTP_URL', 'smtp:///', 'must be a URL with a host'],
    ['APP_URL', 'https://x.example/?x=1', 'must be a URL without user, path, query and fragment'],
    ['APP_URL', 'https://x.example/#', 'must be a URL without user, path, query and fragment'],
    ['APP_URL', 'https://ada:secret@x.example', 'must be a URL without user, path, query and fragment'],
    ['APP_URL', 'https://x.example/sign', 'must be a URL without user, path, query and fragment'],
    ['APP_URL', 'https://x.example\\sign', 'must be a URL without user, path, query and fragment'],
    ['DATABASE_URL', 'postgres://127.0.0.1,127.0.0.2/paraph', 'must name one host, not a list of hosts'],
    ['DATABASE_APP_URL', 'postgres://u:p@h/', 'must name a database'],
    ['DATABASE_APP_URL', 'postgres:///paraph?host=/run/postgresql', 'must name a user'],
    ['DATABASE_READ_URL', 'postgres://a,b/paraph', 'must name one host, not a list of hosts'],
    ['WEBHOOK_ALLOWED_HOSTS', 'a.example,http://x.example', 'must be hosts, each with or without a port'],
    ['WITNESS_ALLOWED_HOSTS', '*.example', 'must be hosts, each with or without a port'],
    ['SEAL_KEY', 'pkcs11:token=%zz;object=a?module-path=/b', 'must name token, object and module-path'],
  ])('refuses %s=%s: it %s', (name, value, message) => {
    const source = {
      DATA_DIR: dataDir(),
      SEAL_CERTIFICATE: name === 'SEAL_KEY' ? 'seal.pem' : '',
      [name]: value,
    }
    expect(() => parseEnv(source)).toThrow(`${name} ${message}`)
  })

  it.each([
    ['WEBHOOK_ALLOWED_HOSTS', 'x.example:8443, [::1]:3000, ::1, bücher.example, उदाहरण.भारत, ตัวอย่าง.ไทย'],
    ['STORAGE_URL', 's3://bucket/prefix?endpoint=http://minio:9000&region=eu'],
    ['DATABASE_URL', 'postgres:///paraph?host=/run/postgresql'],
    ['MAIL_FROM', '"Acme, Inc." <sign@mail>'],
    ['DATABASE_URL', 'postgres://u:p@[::1]:5433/Pr%C3%B6d-1?sslmode=require'],
  ])('accepts %s=%s', (name, value) => {
    parseEnv({ DATA_DIR: dataDir(), [name]: value })
  })

  it('takes the internal authority, and none', () => {
    expect(parseEnv({ TSA_URL: 'internal' }).tsa).toBe('internal')
    expect(parseEnv({ TSA_URL: ',' }).tsa).toBeNull()
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

it('the id of a PKCS#11 URI has any bytes (RFC 7512, 2.3)', () => {
  const parse = (path: string) => {
    const SEAL_KEY = `pkcs11:${path}?module-path=/hsm.so`
    return parseEnv({ DATA_DIR: dataDir(), SEAL_KEY, SEAL_CERTIFICATE: 'seal.pem' }).keys.seal
  }
  const key = { type: 'pkcs11', module: '/hsm.so', token: 'paraph', object: 'Siegel 1' }
  expect(parse('token=paraph;object=Siegel%201;id=%02%fFa')).toMatchObject({ ...key, id: '02ff61' })
  expect(parse('token=paraph;object=Siegel%201')).not.toHaveProperty('id')
})

describe('a wrong value', () => {
  const files = ['env.ts', 'key-variables.ts', 'sms-provider.ts', 'transparency/witness-variables.ts']
  const runtimeFiles = ['runtime/process-counts.ts', 'runtime/trace-variables.ts']
  const source = [...files, ...runtimeFiles]
    .map((file) => readFileSync(join(import.meta.dirname, file), 'utf8'))
    .join('\n')
  const names = [...source.matchAll(/[{ ]([A-Z]+(?:_[A-Z]+)*): (?!string)/g)].map(([, name]) => name!)
  const parts = fc.constantFrom(
    ...[
      'http:',
      'https:',
      's3:',
      'smtp:',
      'imap:',
      'postgres:',
      'pkcs11:',
      'arn:aws:kms:',
      '//',
      '/',
      '?',
      '#',
    ],
    ...[
      '@',
      '<',
      '>',
      '"',
      ',',
      ' ',
      ':',
      '=',
      '%',
      '{',
      '}',
      '[',
      ']',
      '{to}',
      '{text}',
      'internal',
      'a',
      'x.example',
    ],
    ...[
      'token=',
      'object=',
      'endpoint=',
      '0',
      '-1',
      '1.5',
      '1e999',
      '9007199254740993',
      'é',
      '\0',
      '\ud800',
      '::1',
    ],
  )
  const values = fc.oneof(
    fc.array(parts, { minLength: 1, maxLength: 8 }).map((list) => list.join('')),
    fc.json({ maxDepth: 2 }),
    fc.string({ maxLength: 200 }),
    fc.string({ minLength: 121, maxLength: 300 }),
  )
  const read = (variables: Record<string, string>) =>
    [parseEnv, readProcessCounts, readTraces].flatMap((parse) => {
      try {
        parse({ DATA_DIR: '/nowhere', ...variables })
        return []
      } catch (error) {
        expect(error).toBeInstanceOf(EnvError)
        // A witness is quoted; the placeholders of SMS_BODY are names.
        const text = (error as Error).message.replaceAll(/“.*”|\{(to|text|secret)\}/gs, '')
        return text.split('\n')
      }
    })

  it('is one of all variables', () => {
    const table = readFileSync(join(import.meta.dirname, '../../docs/operating.md'), 'utf8').split(
      '## Commands',
    )[0]!
    const documented = [...table.matchAll(/^\| ((?:`[A-Z_]+`(?:, )?)+) \|/gm)].flatMap(([, cell]) =>
      [...cell!.matchAll(/`([A-Z_]+)`/g)].map(([, name]) => name!),
    )
    expect(documented.length).toBeGreaterThan(50)
    expect(names).toEqual(expect.arrayContaining(documented.filter((name) => name !== 'AWS_REGION')))
  })

  it('is told in a sentence that begins with the name of the variable', () => {
    const variables = fc.dictionary(fc.constantFrom(...names), values, { minKeys: 1, maxKeys: 3 })
    fc.assert(
      fc.property(variables, (given) => {
        for (const line of read(given))
          expect(line).toMatch(/^[A-Z][A-Z_]+((,| or| and) [A-Z_]+)* (must|is|go together)\b[^{]*\.$/)
      }),
      { numRuns: 5000 },
    )
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
