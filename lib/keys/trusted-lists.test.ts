import { X509Certificate } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { addDays, moveClock, now } from '#lib/core/clock'
import { env } from '#lib/core/env'
import { registry } from '#lib/core/runtime/metrics'
import { readCertificateFields } from '#lib/pades/cms/certificate'
import type { SigningIdentity } from '#lib/pades/cms/identity'
import { type TestAuthority, testAuthority } from '#lib/pades/fixtures/authority'
import { makeList, signList } from '#lib/pades/fixtures/trusted-list'
import { toPem } from '#lib/pades/keys/certificate-path'
import { checkTrustedLists, findListedCertificates, listTrustedLists } from './trusted-lists.ts'

let authority: TestAuthority
let commission: SigningIdentity
let operator: SigningIdentity
const folders: string[] = []

beforeAll(async () => {
  authority = await testAuthority('Listed CA')
  commission = await authority.identity('Commission')
  operator = await authority.identity('Operator of XX')
})

afterEach(async () => {
  env().trustedLists = null
  vi.restoreAllMocks()
  await Promise.all(folders.splice(0).map((folder) => rm(folder, { recursive: true })))
})

async function useFolder(files: Record<string, string>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'trusted-lists-'))
  folders.push(folder)
  await Promise.all(Object.entries(files).map(([name, text]) => writeFile(join(folder, name), text)))
  env().trustedLists = folder
  return folder
}

const listOf = (territory: string, signer: SigningIdentity, sequenceNumber = 1) =>
  signList(
    makeList({
      ...{ territory, sequenceNumber },
      services: [
        { certificate: authority.certificate, periods: [{ status: 'granted', from: '2025-01-01' }] },
      ],
    }),
    signer,
  )

const ofLists = (sequenceNumber = 1, territory = 'XX') =>
  signList(
    makeList({
      ...{ territory: 'EU', sequenceNumber },
      pointers: [{ territory, certificate: operator.certificate }],
    }),
    commission,
  )

async function findServices() {
  const { subject } = readCertificateFields(authority.certificate)
  const found = await findListedCertificates([subject, subject])
  return found.flatMap(({ certificate, services }) => {
    expect(certificate.raw.equals(new X509Certificate(authority.certificate).raw)).toBe(true)
    return services.map(({ territory, provider }) => `${territory} ${provider}`)
  })
}

const countFaults = async () =>
  Number(/faults_total\{code="trusted_list_outdated"\} (\d+)/.exec(await registry.metrics())![1])

it('are those that the list of the lists points to, where the folder has the certificate of its signer', async () => {
  const files = { 'eu.xml': await ofLists(), 'xx.xml': await listOf('XX', operator) }
  await useFolder({ ...files, 'commission.pem': toPem([commission.certificate]) })
  expect(await findServices()).toEqual(['XX Trust & Co'])
  await useFolder(files)
  expect(await findServices()).toEqual([])
})

it('are not those that only an earlier list of the lists points to', async () => {
  await useFolder({
    'commission.pem': toPem([commission.certificate]),
    'eu-1.xml': await ofLists(9, 'XX'),
    'eu-2.xml': await ofLists(10, 'YY'),
    'xx.xml': await listOf('XX', operator),
    'yy.xml': await listOf('YY', operator),
  })
  expect(await findServices()).toEqual(['YY Trust & Co'])
})

it('are not those of another territory, of an unknown signer, or that cannot be read', async () => {
  await useFolder({
    'commission.pem': toPem([commission.certificate]),
    'eu.xml': await ofLists(),
    'yy.xml': await listOf('YY', operator),
    'xx.xml': await listOf('XX', await authority.identity('Somebody')),
    'changed.xml': (await listOf('XX', operator)).replace('granted', 'withdrawn'),
    'damaged.xml': '<list',
    'damaged.pem': 'x',
    'readme.txt': 'x',
  })
  expect(await findServices()).toEqual([])
})

it('are also those whose signer has a certificate in the folder, and the newest of each territory', async () => {
  await useFolder({
    'signers.pem': toPem([operator.certificate]),
    'a.xml': await listOf('XX', operator, 7),
    'b.xml': await listOf('XX', operator, 6),
    'c.xml': await listOf('ZZ', operator, 6),
  })
  expect(await findServices()).toEqual(['XX Trust & Co', 'ZZ Trust & Co'])
})

it('are read again a minute after a file was changed', async () => {
  const folder = await useFolder({
    'signers.pem': toPem([operator.certificate]),
    'xx.xml': await listOf('XX', operator),
  })
  expect(await findServices()).toEqual(['XX Trust & Co'])
  await writeFile(join(folder, 'yy.xml'), await listOf('YY', operator))
  expect(await findServices()).toEqual(['XX Trust & Co'])
  vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 61_000)
  await vi.waitFor(async () => expect(await findServices()).toHaveLength(2), { timeout: 20_000 })
})

it('past their next update are still used; each is a fault', async () => {
  const folder = {
    'signers.pem': toPem([operator.certificate]),
    'xx.xml': await signList(makeList({ nextUpdate: '2026-01-01T00:00:00Z', services: [] }), operator),
    'yy.xml': await listOf('YY', operator),
  }
  const before = await countFaults()
  await useFolder(folder)
  const lists = await listTrustedLists()
  expect(lists.map(({ territory, nextUpdate }) => [territory, nextUpdate?.slice(0, 4)])).toEqual([
    ['XX', '2026'],
    ['YY', '2044'],
  ])
  expect(await countFaults()).toBe(before + 1)
})

it('that end while the service runs are a fault', async () => {
  const nextUpdate = addDays(now(), 10).toISOString()
  await useFolder({
    'signers.pem': toPem([operator.certificate]),
    'xx.xml': await signList(makeList({ nextUpdate, services: [] }), operator),
  })
  await listTrustedLists()
  const before = await countFaults()
  moveClock(11 * 86_400_000)
  for (const minutes of [2, 4]) {
    vi.spyOn(performance, 'now').mockReturnValue(performance.now() + minutes * 60_000)
    await listTrustedLists()
  }
  moveClock(-11 * 86_400_000)
  expect(await countFaults()).toBe(before + 2)
})

it('are none without a folder, and a folder that cannot be read stops the start', async () => {
  expect(await findServices()).toEqual([])
  await expect(checkTrustedLists()).resolves.toBeUndefined()
  env().trustedLists = join(tmpdir(), 'nowhere')
  await expect(checkTrustedLists()).rejects.toThrow('TRUSTED_LISTS: ENOENT')
})
