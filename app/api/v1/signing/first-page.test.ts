import { loadImage } from '@napi-rs/canvas'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { documentReferences } from '#lib/document-references'
import { purgeFile } from '#lib/documents/purge'
import { buildPdf } from '#lib/pdf/fixtures/build'
import { cancelProcess } from '#lib/processes/cancel'
import { getPicture } from '#lib/storage/pictures'
import { addDocument } from '#lib/testing/records/records'
import {
  addCodeLink,
  addLink,
  addSentProcess,
  findCode,
  findToken,
  loadRows,
  openLink,
  runRevisions,
  typedSignature,
} from '#lib/testing/records/signing-session'
import { call } from '#lib/testing/service/call'
import { withThreadError } from '#lib/testing/service/threads'
import { makeTenant, type TestTenant } from '#lib/testing/users/tenant'
import { inThread } from '#lib/workers/pdf-pool'
import * as fileRoute from './[token]/documents/[id]/file/route.ts'
import * as firstPageRoute from './[token]/documents/[id]/first-page/route.ts'
import * as otpRoute from './[token]/otp/route.ts'
import * as verifyRoute from './[token]/otp/verify/route.ts'
import * as signRoute from './[token]/sign/route.ts'

let tenant: TestTenant
beforeAll(async () => {
  tenant = await makeTenant()
})
const pdf = (width: number) => buildPdf({ pages: [{ mediaBox: [0, 0, width, 300] }] })

/** A sent process with one document, whose page has a width that no other test uses. */
async function addPage(width: number, input: Parameters<typeof addLink>[1] = {}) {
  const document = await addDocument(tenant, { bytes: pdf(width) })
  const { process, params } = await addLink(tenant, { ...input, documents: [{ id: document.id }] })
  return { process, params: { ...params, id: document.id } }
}

const getPage = (params: { token: string; id: number }) => call(firstPageRoute.GET, { params })

describe('GET /signing/{token}/documents/{id}/first-page', () => {
  it('200 with a picture of page 1, drawn once for all who ask, and stored by nobody on the way', async () => {
    const { params } = await addPage(240)
    const draw = vi.spyOn(inThread, 'picture')
    const responses = await Promise.all([getPage(params), getPage(params)])
    for (const { status, headers, bytes } of [...responses, await getPage(params)]) {
      expect([status, headers.get('content-type')]).toEqual([200, 'image/webp'])
      expect(headers.get('cache-control')).toBe('private, no-store')
      const { width, height } = await loadImage(Buffer.from(bytes))
      expect([width, height]).toEqual([800, 1000])
    }
    expect(draw).toHaveBeenCalledTimes(1)
    draw.mockRestore()
  })

  it('200 with the revision that has the earlier signatures; the picture is removed with its file', async () => {
    const document = await addDocument(tenant, { bytes: pdf(600) })
    const process = await addSentProcess(tenant, { documents: [{ id: document.id }], signers: [{}, {}] })
    await runRevisions(tenant, process)
    const [first, second] = process.signers
    const params = { token: await openLink(tenant, first!.id), id: document.id }
    const { bytes: before } = await getPage(params)
    const { currentSha256: replaced } = (await loadRows(tenant, process.id)).documents[0]!
    await call(signRoute.POST, { params, body: typedSignature() })
    await runRevisions(tenant, process)
    const { status, bytes: after } = await getPage({ ...params, token: await findToken(tenant, second!.id) })
    expect(status).toBe(200)
    expect(Buffer.compare(before, after)).not.toBe(0)
    expect(await getPicture(tenant.tenantId, replaced, 'page')).not.toBeNull()
    await purgeFile({ tenantId: tenant.tenantId, sha256: replaced }, documentReferences)
    expect(await getPicture(tenant.tenantId, replaced, 'page')).toBeNull()
  })

  it('403 until this browser has confirmed the code', async () => {
    const link = await addCodeLink(tenant, { requestCode: otpRoute.POST, verifyCode: verifyRoute.POST })
    const params = { ...link.params, id: link.process.documents[0]!.id }
    const draw = vi.spyOn(inThread, 'picture')
    expect((await link.call(firstPageRoute.GET, { params })).body.error.code).toBe('forbidden')
    expect(draw).not.toHaveBeenCalled()
    draw.mockRestore()
    await link.requestCode()
    await link.submitCode((await findCode(tenant, link.process)).code)
    expect((await link.call(firstPageRoute.GET, { params })).status).toBe(200)
    expect((await getPage(params)).status).toBe(403)
  })

  it('404 and 409 as for the file: another process, an unknown link, not their turn, an ended process', async () => {
    const { process, params } = await addPage(241, { signers: [{}, {}] })
    const other = await addPage(242)
    const cases = [
      [{ ...params, id: other.params.id }, 404],
      [{ ...params, token: 'x'.repeat(43) }, 404],
      [{ ...params, id: 2_000_000_000 }, 404],
    ] as const
    for (const [wrong, status] of cases) {
      expect((await getPage(wrong)).status).toBe(status)
      expect((await call(fileRoute.GET, { params: wrong })).status).toBe(status)
    }
    expect((await getPage(params)).status).toBe(200)
    await cancelProcess(tenant.ctx, process.id, {})
    expect((await getPage(params)).body.error).toMatchObject({
      code: 'invalid_state',
      current_status: 'cancelled',
    })
  })

  it('404 for a page that takes too long, which is not tried again; 503 while the machine is busy', async () => {
    const slow = await addPage(243)
    await withThreadError('work', 'Processing the document takes more than 3 s.', async () => {
      expect((await getPage(slow.params)).status).toBe(404)
    })
    expect((await getPage(slow.params)).status).toBe(404)
    const busy = await addPage(244)
    await withThreadError('busy', 'Too many documents are being processed.', async () => {
      expect((await getPage(busy.params)).status).toBe(503)
    })
    expect((await getPage(busy.params)).status).toBe(200)
  })
})
