import { createCanvas, loadImage } from '@napi-rs/canvas'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { documentReferences } from '#lib/document-references'
import { deleteDocument } from '#lib/documents/delete'
import { purgeFile } from '#lib/documents/purge'
import type { DocumentRecord } from '#lib/documents/schema'
import { buildPdf } from '#lib/pdf/fixtures/build'
import { jpegImage } from '#lib/pdf/fixtures/images'
import { getPicture } from '#lib/storage/pictures'
import { addDocument } from '#lib/testing/records/records'
import { call } from '#lib/testing/service/call'
import { itIsGuarded } from '#lib/testing/service/guards'
import { withThreadError } from '#lib/testing/service/threads'
import { makeTenant, type TestTenant } from '#lib/testing/users/tenant'
import { inThread } from '#lib/workers/pdf-pool'
import { UnreadableFile } from '#lib/workers/thread-error'
import * as thumbnailRoute from './[id]/thumbnail/route.ts'

let tenant: TestTenant
let foreignDocument: DocumentRecord
beforeAll(async () => {
  tenant = await makeTenant()
  foreignDocument = await addDocument(await makeTenant())
})
const recordOfOtherTenant = async () => ({ id: foreignDocument.id })

const thumbnail = (id: number, headers: Record<string, string> = {}) =>
  call<{ error: { code: string } }>(thumbnailRoute.GET, { params: { id }, as: tenant, headers })

itIsGuarded('/documents/{id}/thumbnail', thumbnailRoute, { idsOfOtherTenant: recordOfOtherTenant })

describe('GET /documents/{id}/thumbnail', () => {
  it('200 with a picture of page 1 as displayed, drawn once', async () => {
    const pages = [{ mediaBox: [0, 0, 400, 200] as const, rotate: 90 }, { mediaBox: [0, 0, 9, 9] as const }]
    const bytes = buildPdf({ pages: pages.map((page) => ({ ...page, mediaBox: [...page.mediaBox] })) })
    const { id, sha256 } = await addDocument(tenant, { bytes })
    const draw = vi.spyOn(inThread, 'picture')
    for (const _ of ['drawn', 'stored']) {
      const { status, headers, bytes: picture } = await thumbnail(id)
      expect([status, headers.get('content-type'), headers.get('etag')]).toEqual([
        200,
        'image/webp',
        `"${sha256}"`,
      ])
      expect(headers.get('cache-control')).toBe('private, max-age=600')
      const image = await loadImage(Buffer.from(picture))
      expect([image.width, image.height]).toEqual([320, 640])
    }
    expect(draw).toHaveBeenCalledTimes(1)
    draw.mockRestore()
  })

  it('200 with a picture of an uploaded image, drawn at its upload', async () => {
    const bytes = jpegImage({ width: 400, height: 200, dpi: 100, orientation: 6 })
    const { id } = await addDocument(tenant, { bytes, filename: 'photo.jpg' })
    const draw = vi.spyOn(inThread, 'picture')
    const picture = await loadImage(Buffer.from((await thumbnail(id)).bytes))
    expect(draw).not.toHaveBeenCalled()
    draw.mockRestore()
    const context = createCanvas(320, 640).getContext('2d')
    context.drawImage(picture, 0, 0)
    const isDark = (x: number, y: number) => context.getImageData(x, y, 1, 1).data[0]! < 100
    expect([picture.width, picture.height]).toEqual([320, 640])
    expect([isDark(300, 20), isDark(300, 300), isDark(20, 20), isDark(300, 400)]).toEqual([
      true,
      true,
      false,
      false,
    ])
  })

  it('304 with the current ETag', async () => {
    const { id, sha256 } = await addDocument(tenant)
    expect((await thumbnail(id, { 'if-none-match': `"${sha256}"` })).status).toBe(304)
  })

  it('404 for a page that takes too long, which is not tried again', async () => {
    const { id } = await addDocument(tenant, { bytes: buildPdf({ pages: [{ mediaBox: [0, 0, 301, 302] }] }) })
    await withThreadError('work', 'Processing the document takes more than 10 s.', async () => {
      expect((await thumbnail(id)).status).toBe(404)
    })
    expect((await thumbnail(id)).status).toBe(404)
  })

  it.each([
    ['busy', 303],
    ['timeout', 307],
    ['crash', 309],
  ] as const)('503 while the machine is busy (%s), and 200 afterwards', async (code, width) => {
    const bytes = buildPdf({ pages: [{ mediaBox: [0, 0, width, 304] }] })
    const { id } = await addDocument(tenant, { bytes })
    await withThreadError(code, 'Too many documents are being processed.', async () => {
      expect((await thumbnail(id)).status).toBe(503)
    })
    expect((await thumbnail(id)).status).toBe(200)
  })

  it('no 404 for ever after a file that could not be read once', async () => {
    const bytes = buildPdf({ pages: [{ mediaBox: [0, 0, 311, 304] }] })
    const { id } = await addDocument(tenant, { bytes })
    const failure = Object.assign(new Error('EIO: i/o error, read'), { name: 'Error', code: 'EIO' })
    const draw = vi.spyOn(inThread, 'picture').mockRejectedValueOnce(failure)
    expect((await thumbnail(id)).status).toBe(500)
    draw.mockRestore()
    expect((await thumbnail(id)).status).toBe(200)
  })

  it('404 for a page that cannot be drawn', async () => {
    const { id } = await addDocument(tenant, { bytes: buildPdf({ pages: [{ mediaBox: [0, 0, 313, 304] }] }) })
    const draw = vi.spyOn(inThread, 'picture')
    draw.mockRejectedValueOnce(new UnreadableFile('corrupt', 'The page cannot be drawn: x'))
    expect([(await thumbnail(id)).status, (await thumbnail(id)).status]).toEqual([404, 404])
    expect(draw).toHaveBeenCalledTimes(1)
    draw.mockRestore()
  })

  it('404 after the deletion of the document, whose picture is removed with the file', async () => {
    const bytes = buildPdf({ pages: [{ mediaBox: [0, 0, 305, 306] }] })
    const { id, sha256 } = await addDocument(tenant, { bytes })
    await thumbnail(id)
    expect(await getPicture(tenant.tenantId, sha256, 'thumbnail')).not.toBeNull()
    await deleteDocument(tenant.ctx, id, documentReferences)
    await purgeFile({ tenantId: tenant.tenantId, sha256 }, documentReferences)
    expect((await thumbnail(id)).status).toBe(404)
    expect(await getPicture(tenant.tenantId, sha256, 'thumbnail')).toBeNull()
  })
})
