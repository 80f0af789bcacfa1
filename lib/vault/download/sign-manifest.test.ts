import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { addDays } from '#lib/core/clock'
import { env } from '#lib/core/env'
import { makeTenant } from '#lib/testing/users/tenant'
import {
  type CertificateFiles,
  makeCertificateChain,
  makeCertificateFiles,
  writePkcs12,
} from '#lib/testing/values/certificate-files'
import { signManifests } from './sign-manifest.ts'
import { textEntry } from './zip.ts'

const password = 'open sesame'
afterEach(() => {
  env().keys = { seal: null, authority: null }
})

it('while the key that seals is away, stored signatures are used, and other packages say that one is missing', async () => {
  const { ctx } = await makeTenant()
  const { seal } = await makeCertificateChain()
  env().keys.seal = { type: 'pkcs12', path: await writePkcs12(seal, password), password }
  const first = [textEntry('a/manifest.json', '{"process_id":1}')]
  const signed = await signManifests(ctx, first)
  expect(signed.isComplete).toBe(true)
  expect(signed.entries.map(({ path }) => path)).toEqual(['a/manifest.json', 'a/manifest.json.p7s'])
  env().keys.seal = { type: 'pkcs12', path: join(tmpdir(), 'gone.p12'), password }
  expect(await signManifests(ctx, first)).toEqual(signed)
  const unsigned = await signManifests(ctx, [textEntry('b/manifest.json', '{"process_id":2}')])
  expect(unsigned.isComplete).toBe(false)
  expect(unsigned.entries.map(({ path }) => path)).toEqual(['b/manifest.json', 'b/manifest-not-signed.txt'])
  expect(String(unsigned.entries[1]!.content)).toContain('manifest.json.p7s')
})

describe('a stored signature', () => {
  it.each([
    [
      'certificate',
      (authority: CertificateFiles, notAfter: Date) =>
        makeCertificateFiles('Brief Seal', { issuer: authority, notAfter }),
    ],
    [
      'issuer',
      async (authority: CertificateFiles, notAfter: Date) =>
        makeCertificateFiles('Seal', {
          issuer: await makeCertificateFiles('Brief Authority', {
            ...{ issuer: authority, isAuthority: true, notAfter },
          }),
        }),
    ],
  ])('whose %s has ended is replaced, once, when the key is there', async (_, makeBrief) => {
    const { ctx } = await makeTenant()
    const { authority, seal } = await makeCertificateChain()
    const brief = await makeBrief(authority, addDays(ctx.now, 5))
    env().keys.seal = { type: 'pkcs12', path: await writePkcs12(brief, password), password }
    const manifest = [textEntry('manifest.json', '{"process_id":1}')]
    const first = await signManifests(ctx, manifest)
    env().keys.seal = { type: 'pkcs12', path: await writePkcs12(seal, password), password }
    expect(await signManifests(ctx, manifest)).toEqual(first)
    const later = { ...ctx, now: addDays(ctx.now, 6) }
    env().keys.seal = { type: 'pkcs12', path: join(tmpdir(), 'gone.p12'), password }
    expect(await signManifests(later, manifest)).toEqual({ ...first, isComplete: false })
    env().keys.seal = { type: 'pkcs12', path: await writePkcs12(seal, password), password }
    const [second, third] = await Promise.all([
      signManifests(later, manifest),
      signManifests(later, manifest),
    ])
    expect(second.isComplete).toBe(true)
    expect(second.entries[1]!.sha256).not.toBe(first.entries[1]!.sha256)
    expect(third).toEqual(second)
    expect(await signManifests(later, manifest)).toEqual(second)
  })
})
