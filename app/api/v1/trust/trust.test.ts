import 'reflect-metadata'
import { createHash, X509Certificate } from 'node:crypto'
import {
  BasicConstraintsExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  SubjectKeyIdentifierExtension,
} from '@peculiar/x509'
import { beforeAll, describe, expect, it } from 'vitest'
import { env } from '#lib/core/env'
import { getKeyId } from '#lib/keys/certificates'
import { getSealingKey } from '#lib/testing/records/sealing-key'
import { call } from '#lib/testing/service/call'
import { makeTenant } from '#lib/testing/users/tenant'
import { makeCertificateFiles, writePkcs12 } from '#lib/testing/values/certificate-files'
import * as fileRoute from './[file]/route.ts'
import * as trustRoute from './route.ts'

let authority: Uint8Array
let root: Uint8Array
beforeAll(async () => {
  const tenant = await makeTenant()
  ;[authority, root] = (await getSealingKey(tenant.ctx, false)).chain as [Uint8Array, Uint8Array]
})

const getFile = (file: string, headers?: Record<string, string>) =>
  call(fileRoute.GET, { params: { file }, ...(headers && { headers }) })

describe('GET /trust', () => {
  it('200 with the roots, without a credential; caches may store it', async () => {
    const response = await call(trustRoute.GET)
    expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'public, max-age=300'])
    const { roots, time_stamps } = response.body.data as Record<string, never>
    const keyId = getKeyId(root)
    expect(roots).toContainEqual({
      key_id: keyId,
      subject: 'CN=Paraph root',
      sha256: createHash('sha256').update(root).digest('hex'),
      certificate: new X509Certificate(root).toString(),
      not_before: expect.any(String),
      not_after: new X509Certificate(root).validToDate.toISOString(),
      test_mode: false,
      certificate_url: `${env().appUrl}/api/v1/trust/${keyId}.crt`,
      revocation_list_url: `${env().appUrl}/api/v1/trust/${keyId}.crl`,
    })
    expect(time_stamps).toEqual({ authority: 'none', certificates: [] })
  })

  it('does not name organisations or their authorities', async () => {
    const text = JSON.stringify((await call(trustRoute.GET)).body)
    expect(text).not.toContain(getKeyId(authority))
    expect(text).not.toMatch(/Tenant [0-9a-f]{8}/)
  })

  it('304 for its ETag', async () => {
    const etag = (await call(trustRoute.GET)).headers.get('etag')!
    expect((await call(trustRoute.GET, { headers: { 'if-none-match': etag } })).status).toBe(304)
  })

  it('429 by its own limit per address', async () => {
    const { rateLimits } = env()
    const limitBefore = rateLimits.trust
    rateLimits.trust = 1
    try {
      const address = '203.0.113.77'
      expect((await call(trustRoute.GET, { address })).status).toBe(200)
      expect((await call(trustRoute.GET, { address })).status).toBe(429)
      expect((await call(fileRoute.GET, { params: { file: `${getKeyId(root)}.crt` }, address })).status).toBe(
        429,
      )
    } finally {
      rateLimits.trust = limitBefore
    }
  })
})

describe('GET /trust/{file}', () => {
  it.each([
    ['root', () => root],
    ['authority', () => authority],
  ])('200 with the certificate and the list of the %s', async (_kind, getIssuer) => {
    const keyId = getKeyId(getIssuer())
    const certificate = await getFile(`${keyId}.crt`)
    expect(certificate.status).toBe(200)
    expect(certificate.headers.get('content-type')).toBe('application/pkix-cert')
    expect(Buffer.from(certificate.bytes)).toEqual(Buffer.from(getIssuer()))
    const list = await getFile(`${keyId}.crl`)
    expect([list.status, list.headers.get('content-type')]).toEqual([200, 'application/pkix-crl'])
    expect(list.headers.get('cache-control')).toBe('public, max-age=3600')
    expect(list.headers.get('content-disposition')).toContain(`${keyId}.crl`)
    const etag = list.headers.get('etag')!
    expect((await getFile(`${keyId}.crl`, { 'if-none-match': etag })).status).toBe(304)
  })

  it('200 for an authority of the operator with a key identifier of another length', async () => {
    const { keyCertSign, cRLSign } = KeyUsageFlags
    const brought = await makeCertificateFiles('Short Identifier', {
      extensions: [
        new BasicConstraintsExtension(true, undefined, true),
        new KeyUsagesExtension(keyCertSign | cRLSign, true),
        new SubjectKeyIdentifierExtension('40123456'),
      ],
    })
    const path = await writePkcs12(brought, 'open sesame')
    env().keys = { seal: null, authority: { type: 'pkcs12', path, password: 'open sesame' } }
    try {
      expect((await getFile('40123456.crl')).status).toBe(200)
      expect(Buffer.from((await getFile('40123456.crt')).bytes)).toEqual(Buffer.from(brought.certificate))
    } finally {
      env().keys = { seal: null, authority: null }
    }
  })

  it.each(['crt', 'crl'])('404 for a %s that does not exist', async (type) => {
    for (const name of ['0'.repeat(40), 'unknown', '', `${getKeyId(root).toUpperCase()}`])
      expect((await getFile(`${name}.${type}`)).status).toBe(404)
    expect((await getFile(getKeyId(root))).status).toBe(404)
  })
})
