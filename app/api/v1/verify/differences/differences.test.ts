import { PDF } from '@libpdf/core'
import { beforeAll, expect, it } from 'vitest'
import { env } from '#lib/core/env'
import { buildPdf } from '#lib/pdf/fixtures/build'
import type { DifferencesRecord } from '#lib/signing/verify/differences-schema'
import { addCompleted } from '#lib/testing/records/completed'
import { loadFiles } from '#lib/testing/records/signing-session'
import { call } from '#lib/testing/service/call'
import { withThreadError } from '#lib/testing/service/threads'
import { makeTenant } from '#lib/testing/users/tenant'
import { POST } from './route.ts'

let sealedFile: Uint8Array
beforeAll(async () => {
  const tenant = await makeTenant()
  const { id } = await addCompleted(tenant, { signers: [{ name: 'Ada Lovelace' }] })
  sealedFile = (await loadFiles(tenant, id))[0]!
})

function show(bytes: Uint8Array, address?: string) {
  const body = new FormData()
  body.set('file', new Blob([new Uint8Array(bytes)], { type: 'application/pdf' }), 'signed.pdf')
  return call(POST, { body, ...(address && { address }) })
}

it('200 with the page before and after a signature', async () => {
  const { status, body } = await show(sealedFile)
  expect(status).toBe(200)
  const { revisions, omitted } = body.data as unknown as DifferencesRecord
  expect(omitted).toBe(0)
  expect(revisions).toHaveLength(1)
  const [page] = revisions[0]!.pages
  expect(page).toMatchObject({ before: expect.stringMatching(/^data:image\/webp;base64,/), width: 560 })
  expect(page!.after).not.toBe(page!.before)
  expect(page!.areas.length).toBeGreaterThan(0)
})

it('200 with a change after the last signature', async () => {
  const pdf = await PDF.load(sealedFile)
  pdf.getPage(0)!.drawText('900 EUR', { x: 100, y: 100, size: 24 })
  const { revisions } = (await show(await pdf.save({ incremental: true }))).body
    .data as unknown as DifferencesRecord
  expect(revisions.at(-1)).toMatchObject({ to: null, pages: [{ page: 1, areas: [expect.anything()] }] })
})

it('200 without pictures for a file without signatures', async () => {
  expect((await show(buildPdf())).body.data).toEqual({ revisions: [], omitted: 0 })
})

it('400 for a file that is no PDF, or cannot be read, and without a file', async () => {
  const noPdf = await show(Buffer.from('Dear all,'))
  expect([noPdf.status, noPdf.body.error.reason]).toEqual([400, 'not_pdf'])
  const corrupt = await show(Buffer.from('%PDF-1.7\nnothing'))
  expect([corrupt.status, corrupt.body.error.reason]).toEqual([400, 'corrupt'])
  expect((await call(POST, { body: new FormData() })).status).toBe(400)
})

it('429 by the limit of /verify', async () => {
  const { rateLimits } = env()
  const limitBefore = rateLimits.verify
  rateLimits.verify = 1
  const request = async () => (await show(buildPdf(), '203.0.113.80')).status
  const statuses = [await request(), await request()]
  rateLimits.verify = limitBefore
  expect(statuses).toEqual([200, 429])
})

it('503 with Retry-After while every thread is busy', async () => {
  const { status, headers } = await withThreadError('busy', 'Too many.', () => show(sealedFile))
  expect([status, headers.get('retry-after')]).toEqual([503, '10'])
})
