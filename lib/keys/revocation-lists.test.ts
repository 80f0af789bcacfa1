import { X509Certificate } from 'node:crypto'
import { type Certificate, CertificateRevocationList, Certificate as PkijsCertificate } from 'pkijs'
import { beforeAll, expect, it } from 'vitest'
import { addDays, addSeconds, now } from '#lib/core/clock'
import { readKeyIdentifier } from '#lib/pades/cms/certificate'
import { getSealingKey } from '#lib/testing/records/sealing-key'
import { makeTenant, type TestTenant } from '#lib/testing/users/tenant'
import { getKeyId } from './certificates.ts'
import { findAuthority, loadRevocationList } from './revocation-lists.ts'

let tenant: TestTenant
let authority: Uint8Array
let root: Uint8Array
beforeAll(async () => {
  tenant = await makeTenant()
  const { chain } = await getSealingKey(tenant.ctx, false)
  ;[authority, root] = chain as [Uint8Array, Uint8Array]
})

const parseCertificate = (der: Uint8Array): Certificate => PkijsCertificate.fromBER(new Uint8Array(der))
const parseList = (der: Uint8Array) => CertificateRevocationList.fromBER(new Uint8Array(der))

it.each([
  ['the root', () => root],
  ['an authority', () => authority],
])('%s has a list that it signed: version 2, empty, with number and nextUpdate', async (_name, getIssuer) => {
  const time = now()
  const stored = (await loadRevocationList(getKeyId(getIssuer()), time))!
  const list = parseList(stored.list)
  const issuer = parseCertificate(getIssuer())
  expect(await list.verify({ issuerCertificate: issuer })).toBe(true)
  expect(list.version).toBe(1)
  expect(list.issuer.isEqual(issuer.subject)).toBe(true)
  expect(list.revokedCertificates ?? []).toEqual([])
  expect(list.thisUpdate.value.getTime()).toBeLessThanOrEqual(time.getTime())
  expect(list.nextUpdate!.value).toEqual(addDays(list.thisUpdate.value, 7))
  const extensions = list.crlExtensions!.extensions
  expect(extensions.map(({ extnID, critical }) => [extnID, critical])).toEqual([
    ['2.5.29.35', false],
    ['2.5.29.20', false],
  ])
  expect(extensions[1]!.parsedValue.toBigInt()).toBe(BigInt(stored.number))
  const keyId = Buffer.from(readKeyIdentifier(getIssuer())!)
  expect(Buffer.from(extensions[0]!.extnValue.valueBlock.valueHexView).includes(keyId)).toBe(true)
})

it('is the same until it is a day old; then its number follows the time', async () => {
  const keyId = getKeyId(authority)
  const first = (await loadRevocationList(keyId, now()))!
  expect(await loadRevocationList(keyId, addDays(first.thisUpdate, 0.9))).toEqual(first)
  const time = addDays(first.thisUpdate, 1.1)
  const lists = await Promise.all(Array.from({ length: 4 }, () => loadRevocationList(keyId, time)))
  for (const list of lists) expect(list).toEqual(lists[0])
  expect(lists[0]!.number).toBe(Math.floor(time.getTime() / 1000))
  const requested = await loadRevocationList(keyId, addSeconds(time, 60), addSeconds(time, 30))
  expect(requested!.number).toBe(lists[0]!.number + 60)
})

it('is replaced when it is of the future, as the clock was set back; its number is still higher', async () => {
  const { chain } = await getSealingKey((await makeTenant()).ctx, false)
  const keyId = getKeyId(chain[0]!)
  const time = now()
  const ahead = (await loadRevocationList(keyId, addSeconds(time, 5 * 3600)))!
  const list = (await loadRevocationList(keyId, time))!
  expect(list.thisUpdate.getTime()).toBeLessThanOrEqual(time.getTime())
  expect(list.number).toBe(ahead.number + 1)
  expect(await loadRevocationList(keyId, addSeconds(time, -50))).toEqual(list)
})

it('is that of the authority that its name says, of every tenant', async () => {
  const otherTenant = await makeTenant()
  const { chain } = await getSealingKey(otherTenant.ctx, true)
  for (const certificate of [authority, root, ...chain])
    expect(Buffer.from((await findAuthority(getKeyId(certificate)))!.certificate)).toEqual(
      Buffer.from(certificate),
    )
})

it('exists for authorities only', async () => {
  const { keyPair } = await getSealingKey(tenant.ctx, false)
  expect(new X509Certificate(keyPair.certificate).ca).toBe(false)
  for (const keyId of [getKeyId(keyPair.certificate), '0'.repeat(40)]) {
    expect(await findAuthority(keyId)).toBeNull()
    expect(await loadRevocationList(keyId, now())).toBeNull()
  }
})
