import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { env } from '#lib/core/env'
import { sha256Hex } from '#lib/core/ids'
import { buildPdf } from '#lib/pdf/fixtures/build'
import { makeStoreKey } from '#lib/storage/store'
import { addDocument } from '#lib/testing/records/records'
import {
  addLink,
  addSentProcess,
  findToken,
  loadFiles,
  openLink,
  runRevisions,
  typedSignature,
} from '#lib/testing/records/signing-session'
import { call } from '#lib/testing/service/call'
import { makeTenant, type TestTenant } from '#lib/testing/users/tenant'
import * as fileRoute from './[token]/documents/[id]/file/route.ts'
import * as signRoute from './[token]/sign/route.ts'

let tenant: TestTenant
/** The file for the second signer: the revision with the first signature. */
let revision: Uint8Array
let params: { token: string; id: number }
beforeAll(async () => {
  tenant = await makeTenant()
  const objects = { 20: `<< /Length 400000 >>\nstream\n${'x'.repeat(400_000)}\nendstream` }
  const document = await addDocument(tenant, { bytes: buildPdf({ objects }) })
  const sentProcess = await addSentProcess(tenant, { documents: [{ id: document.id }], signers: [{}, {}] })
  await runRevisions(tenant, sentProcess)
  const [first, second] = sentProcess.signers
  await call(signRoute.POST, {
    params: { token: await openLink(tenant, first!.id) },
    body: typedSignature(),
  })
  await runRevisions(tenant, sentProcess)
  revision = (await loadFiles(tenant, sentProcess.id))[0]!
  params = { token: await findToken(tenant, second!.id), id: document.id }
})
const getRange = (range: string, headers: Record<string, string> = {}) =>
  call(fileRoute.GET, { params, headers: { range, ...headers } })

it('GET /signing/{token}/documents/{id}/file names the file as the document, with one extension', async () => {
  const { id } = await addDocument(tenant, { name: 'lease.pdf' })
  const { params } = await addLink(tenant, { documents: [{ id }] })
  const { headers } = await call(fileRoute.GET, { params: { ...params, id } })
  expect(headers.get('content-disposition')).toContain('filename="lease.pdf"')
})

describe('GET /signing/{token}/documents/{id}/file with Range', () => {
  it('206: ranges add up to the whole file, and do not count for the rate limit', async () => {
    const fullResponse = await call(fileRoute.GET, { params })
    expect([fullResponse.status, fullResponse.headers.get('accept-ranges')]).toEqual([200, 'bytes'])
    expect(Buffer.compare(fullResponse.bytes, revision)).toBe(0)
    const step = Math.ceil(revision.length / (env().rateLimits.signing + 20))
    const parts: Uint8Array[] = []
    for (let start = 0; start < revision.length; start += step) {
      const part = await getRange(`bytes=${start}-${start + step - 1}`)
      const end = Math.min(start + step, revision.length) - 1
      expect([part.status, part.headers.get('content-range'), part.headers.get('etag')]).toEqual([
        206,
        `bytes ${start}-${end}/${revision.length}`,
        `"${sha256Hex(revision)}"`,
      ])
      parts.push(part.bytes)
    }
    expect(parts.length).toBeGreaterThan(env().rateLimits.signing)
    expect(Buffer.compare(Buffer.concat(parts), revision)).toBe(0)
  })

  it('206 for the last bytes; 200 with the whole file if If-Range names another revision', async () => {
    const tail = await getRange('bytes=-100')
    expect([tail.status, Buffer.compare(tail.bytes, revision.subarray(-100))]).toEqual([206, 0])
    const secondResponse = await getRange('bytes=0-9', { 'if-range': `"${sha256Hex(revision)}"` })
    expect([secondResponse.status, secondResponse.bytes.length]).toEqual([206, 10])
    const otherResponse = await getRange('bytes=0-9', { 'if-range': `"${'0'.repeat(64)}"` })
    expect([otherResponse.status, otherResponse.bytes.length]).toEqual([200, revision.length])
  })

  it('416 for a range after the end', async () => {
    const { status, body, headers } = await getRange(`bytes=${revision.length}-`)
    expect([status, body.error.code]).toEqual([416, 'range_not_satisfiable'])
    expect(headers.get('content-range')).toBe(`bytes */${revision.length}`)
  })

  it('decrypts only the requested range', async () => {
    const path = join(env().dataDir, 'files', makeStoreKey(tenant.tenantId, sha256Hex(revision)))
    const stored = await readFile(path)
    const damagedFile = Buffer.from(stored)
    damagedFile.fill(0, 200_000, 300_000)
    await writeFile(path, damagedFile)
    try {
      const undamaged = await getRange('bytes=0-65535')
      expect([undamaged.status, Buffer.compare(undamaged.bytes, revision.subarray(0, 65_536))]).toEqual([
        206, 0,
      ])
      expect((await getRange('bytes=210000-210010')).status).toBe(500)
    } finally {
      await writeFile(path, stored)
    }
  })
})
